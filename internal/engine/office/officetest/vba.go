package officetest

import (
	"encoding/binary"

	"github.com/octavo-dev/octavo/internal/compound/compoundtest"
)

// Project is a project of macros as Word and Excel keep it, with one module.
func Project(code string) string {
	const name = "Module1"
	source := "Attribute VB_Name = \"" + name + "\"\r\n" + code
	return string(compoundtest.File( // programs look for entries in the order of their lengths
		compoundtest.Entry{Name: "VBA", Children: []compoundtest.Entry{
			{Name: "dir", Content: squeezed(directory(name))},
			{Name: name, Content: squeezed([]byte(source))},
			{Name: "_VBA_PROJECT", Content: []byte{0xcc, 0x61, 0xff, 0xff, 0, 0, 0}},
		}},
		compoundtest.Entry{Name: "PROJECT", Content: []byte("ID=\"{00000000-0000-0000-0000-000000000000}\"\r\nModule=" + name + "\r\nName=\"Project\"\r\n")},
	))
}

// directory lists the modules of a project.
func directory(module string) []byte {
	var out []byte
	record := func(id uint16, data string) {
		out = binary.LittleEndian.AppendUint16(out, id)
		out = binary.LittleEndian.AppendUint32(out, uint32(len(data)))
		out = append(out, data...)
	}
	record(0x01, "\x01\x00\x00\x00") // made on Windows
	record(0x03, "\xe4\x04")         // code page 1252
	record(0x04, "Project")
	record(0x0f, "\x01\x00") // number of modules
	record(0x19, module)
	record(0x1a, module)             // its stream
	record(0x31, "\x00\x00\x00\x00") // where the code begins in it
	record(0x21, "")                 // a module of procedures
	record(0x2b, "")                 // end of the module
	record(0x10, "")                 // end of the list
	return out
}

// squeezed is data in the container of compressed code, in which nothing is compressed: pieces of 8 bytes behind one that
// says so.
func squeezed(data []byte) []byte {
	out := []byte{1}
	const most = 2048
	for len(data) > 0 {
		piece := data[:min(len(data), most)]
		data = data[len(piece):]
		var body []byte
		for len(piece) > 0 {
			n := min(len(piece), 8)
			body = append(append(body, 0), piece[:n]...)
			piece = piece[n:]
		}
		out = binary.LittleEndian.AppendUint16(out, uint16(len(body)-1)|0xb000)
		out = append(out, body...)
	}
	return out
}
