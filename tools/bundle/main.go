// Command bundle builds the scripts and the style sheet of Studio from their sources.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: bundle FOLDER")
		os.Exit(2)
	}
	folder, err := filepath.Abs(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: folder,
		EntryPointsAdvanced: []api.EntryPoint{
			{InputPath: "src/main.ts", OutputPath: "studio"},
			{InputPath: "src/early.ts", OutputPath: "early"},
			{InputPath: "src/studio.css", OutputPath: "studio"},
			{InputPath: "src/portal.ts", OutputPath: "portal/portal"},
			{InputPath: "src/portal.css", OutputPath: "portal/portal"},
			{InputPath: "src/portal.html", OutputPath: "portal/portal"},
		},
		Loader: map[string]api.Loader{".html": api.LoaderCopy},
		Outdir: "dist", Bundle: true, Write: true, Format: api.FormatESModule, Target: api.ES2022,
		MinifySyntax: true, MinifyWhitespace: true, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone,
		LogLevel: api.LogLevelWarning,
	})
	if len(result.Errors) > 0 {
		os.Exit(1)
	}
}
