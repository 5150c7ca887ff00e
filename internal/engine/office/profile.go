package office

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/sandbox"
)

// prepare lets the program make a profile out of our settings, so that no conversion has to, and packs it. It is not
// looked at how that ends: the settings are there in any case, and a program that cannot start says so when it is to
// convert.
const prepare = `mkdir -p profile/user && cat >profile/user/registrymodifications.xcu || exit 125
cat >profile/java.xml <<'end'
<?xml version="1.0" encoding="UTF-8"?>
<java xmlns="http://openoffice.org/2004/java/framework/1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<enabled xsi:nil="false">false</enabled>
</java>
end
"$0" ` + always + ` --terminate_after_init </dev/null >&2
exec tar c profile`

// mostProfile bounds a packed profile, which has some 200 kB.
const mostProfile = 16 << 20

// settings of the profile: which the program has, and what they are to be. Links are never followed and macros never
// run, whatever a document says; each of these bars stands behind another one of the sandbox.
var settings = []struct{ path, name, value string }{
	{"/org.openoffice.Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"},
	{"/org.openoffice.Office.Common/Security/Scripting", "MacroSecurityLevel", "3"},
	{"/org.openoffice.Office.Common/Security/Scripting", "DisableMacrosExecution", "true"},
	{"/org.openoffice.Office.Java/VirtualMachine", "Enable", "false"},
	{"/org.openoffice.Office.Writer/Content/Update", "Link", "2"},
	{"/org.openoffice.Office.Calc/Content/Update", "Link", "2"},
	{"/org.openoffice.Office.Recovery/AutoSave", "Enabled", "false"},
	{"/org.openoffice.Office.Recovery/RecoveryInfo", "Enabled", "false"},
	{"/org.openoffice.Office.Jobs/Jobs/org.openoffice.Office.Jobs:Job['UpdateCheck']/Arguments", "AutoCheckEnabled", "false"},
	{"/org.openoffice.Office.Common/Misc", "FirstRun", "false"},
	{"/org.openoffice.Office.Common/Help/Tip", "ShowTipOfTheDay", "false"},
}

func modifications() string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<oor:items xmlns:oor="http://openoffice.org/2001/registry">` + "\n")
	for _, s := range settings {
		fmt.Fprintf(&b, `<item oor:path="%s"><prop oor:name="%s" oor:op="fuse"><value>%s</value></prop></item>`+"\n", s.path, s.name, s.value)
	}
	b.WriteString("</oor:items>\n")
	return b.String()
}

// Preparation is LibreOffice without a document.
func (c *Converter) Preparation() sandbox.Program {
	p := c.program(prepare)
	p.Output = mostProfile
	return p
}

// prepared is the packed profile, made at the first call.
func (c *Converter) prepared(ctx context.Context) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.profile != nil {
		return c.profile, nil
	}
	ctx, cancel := context.WithTimeout(ctx, c.Time)
	defer cancel()
	var packed bytes.Buffer
	if err := c.Box.Run(ctx, c.Preparation(), strings.NewReader(modifications()), &packed); err != nil {
		return nil, err
	}
	c.profile = packed.Bytes()
	return c.profile, nil
}
