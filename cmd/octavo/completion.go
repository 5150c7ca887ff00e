package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints the script.
func (c completionCmd) Run(s *session) error {
	commands := commandsOf(s.parser.Model.Node, nil, nil)
	script := map[string]func([]command) string{"bash": bashScript, "zsh": zshScript, "fish": fishScript}[c.Shell]
	_, err := fmt.Fprint(s.out, script(commands))
	return err
}

// command is what can be completed behind a command.
type command struct {
	path  []string // of names, empty for the program itself
	help  string
	next  []choice // commands below it, or the values of its argument
	file  bool     // its arguments are files
	flags []flag
}

type flag struct {
	long, short string
	help        string
	bare        bool     // takes no value
	values      []string // that it can have; none for any, which may be a file
}

type choice struct{ name, help string }

// commandsOf lists a command and those below it, the upper ones first.
func commandsOf(n *kong.Node, path []string, above []flag) []command {
	c := command{path: path, help: firstSentence(n.Help)}
	for _, f := range n.Flags {
		if f.Hidden {
			continue
		}
		one := flag{long: "--" + f.Name, help: firstSentence(f.Help), bare: f.IsBool()}
		if f.Short != 0 {
			one.short = "-" + string(f.Short)
		}
		for _, v := range f.EnumSlice() {
			if v != "" && f.Enum != "" {
				one.values = append(one.values, v)
			}
		}
		c.flags = append(c.flags, one)
	}
	c.flags = append(c.flags, above...)
	for _, p := range n.Positional {
		if p.Enum == "" {
			c.file = true
			continue
		}
		for _, v := range p.EnumSlice() {
			c.next = append(c.next, choice{v, ""})
		}
	}
	out := []command{c}
	for _, child := range n.Children {
		if child.Hidden {
			continue
		}
		out[0].next = append(out[0].next, choice{child.Name, firstSentence(child.Help)})
		out = append(out, commandsOf(child, append(path[:len(path):len(path)], child.Name), c.flags)...)
	}
	return out
}

// firstSentence is short enough to stand beside what it is about.
func firstSentence(help string) string {
	first, _, _ := strings.Cut(help, ". ")
	return strings.TrimSuffix(first, ".")
}

// at is the command as the script for bash keeps it: its names, a blank before each.
func (c *command) at() string {
	out := ""
	for _, name := range c.path {
		out += " " + name
	}
	return out
}

func (c *command) names() []string {
	var out []string
	for _, n := range c.next {
		out = append(out, n.name)
	}
	return out
}

func (c *command) flagNames() []string {
	var out []string
	for _, f := range c.flags {
		out = append(out, f.long)
		if f.short != "" {
			out = append(out, f.short)
		}
	}
	return out
}

// bashScript finds the command by the words before the cursor and offers what the tables below say.
func bashScript(commands []command) string {
	var b strings.Builder
	b.WriteString("# Completion of octavo for bash.\n_octavo() {\n" +
		"    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} at= word i\n" +
		"    local names= flags= values= file=yes\n" +
		"    for ((i = 1; i < COMP_CWORD; i++)); do\n" +
		"        word=${COMP_WORDS[i]}\n" +
		"        case \"$at $word\" in\n")
	for _, c := range commands[1:] {
		fmt.Fprintf(&b, "            %[1]q) at=%[1]q ;;\n", c.at())
	}
	b.WriteString("        esac\n    done\n    case \"$at\" in\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "        %q)\n            names=%q\n            flags=%q\n", c.at(), strings.Join(c.names(), " "), strings.Join(c.flagNames(), " "))
		if !c.file {
			b.WriteString("            file=\n")
		}
		bashValues(&b, c.flags)
		b.WriteString("            ;;\n")
	}
	b.WriteString("    esac\n" +
		"    if [[ $values == any ]]; then\n        COMPREPLY=($(compgen -f -- \"$current\"))\n" +
		"    elif [[ $values ]]; then\n        COMPREPLY=($(compgen -W \"$values\" -- \"$current\"))\n" +
		"    elif [[ $current == -* ]]; then\n        COMPREPLY=($(compgen -W \"$flags\" -- \"$current\"))\n" +
		"    else\n        COMPREPLY=($(compgen -W \"$names\" -- \"$current\"))\n" +
		"        [[ $file && ! $COMPREPLY ]] && COMPREPLY=($(compgen -f -- \"$current\"))\n    fi\n" +
		"    return 0\n}\ncomplete -o filenames -F _octavo octavo\n")
	return b.String()
}

// bashValues offers the values of the flag before the cursor.
func bashValues(b *strings.Builder, flags []flag) {
	b.WriteString("            case \"$before\" in\n")
	for _, f := range flags {
		if f.bare {
			continue
		}
		values := "any"
		if len(f.values) > 0 {
			values = strings.Join(f.values, " ")
		}
		name := f.long
		if f.short != "" {
			name += " | " + f.short
		}
		fmt.Fprintf(b, "                %s) values=%q ;;\n", name, values)
	}
	b.WriteString("            esac\n")
}

// zshScript lets zsh use the completion for bash, which it can.
func zshScript(commands []command) string {
	return "#compdef octavo\n# Completion of octavo for zsh.\nautoload -U +X bashcompinit && bashcompinit\n" + bashScript(commands)
}

// fishScript has a line for everything that can be completed.
func fishScript(commands []command) string {
	var b strings.Builder
	b.WriteString("# Completion of octavo for fish.\ncomplete -c octavo -f\n")
	for _, c := range commands {
		when := fishWhen(&c)
		if c.file {
			fmt.Fprintf(&b, "complete -c octavo -n %s -F\n", quoted(when))
		}
		for _, n := range c.next {
			fmt.Fprintf(&b, "complete -c octavo -n %s -a %s -d %s\n", quoted(when), quoted(n.name), quoted(n.help))
		}
		for _, f := range c.flags {
			line := fmt.Sprintf("complete -c octavo -n %s -l %s", quoted(when), strings.TrimPrefix(f.long, "--"))
			if f.short != "" {
				line += " -s " + strings.TrimPrefix(f.short, "-")
			}
			switch {
			case len(f.values) > 0:
				line += " -x -a " + quoted(strings.Join(f.values, " "))
			case !f.bare:
				line += " -r -F"
			}
			fmt.Fprintf(&b, "%s -d %s\n", line, quoted(f.help))
		}
	}
	return b.String()
}

// fishWhen is true where the words before the cursor name a command, and none below it.
func fishWhen(c *command) string {
	if len(c.path) == 0 {
		return "__fish_use_subcommand"
	}
	when := "__fish_seen_subcommand_from " + c.path[0]
	for _, name := range c.path[1:] {
		when += "; and __fish_seen_subcommand_from " + name
	}
	if names := c.names(); len(names) > 0 {
		when += "; and not __fish_seen_subcommand_from " + strings.Join(names, " ")
	}
	return when
}

// quoted is a word for a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
