package convert

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
)

const mostChunks = 1000 // before the pixels of a PNG file

// forgetEXIF empties what a PNG file tells of the camera. The tool has turned the picture upright already, and copies a
// note there that it should be turned.
func forgetEXIF(f *os.File) error {
	at := int64(8) // behind the signature
	for range mostChunks {
		var head [8]byte
		if _, err := f.ReadAt(head[:], at); err != nil {
			if errors.Is(err, io.EOF) {
				return nil // what is wrong with it is told by who opens it
			}
			return err
		}
		length := int64(binary.BigEndian.Uint32(head[:]))
		switch string(head[4:]) {
		case "eXIf":
			return blank(f, at, length)
		case "IDAT", "IEND":
			return nil
		}
		at += 12 + length
	}
	return nil
}

// blank overwrites the data of a chunk with zeros.
func blank(f *os.File, at, length int64) error {
	info, err := f.Stat()
	if err != nil || at+12+length > info.Size() {
		return err
	}
	chunk := append([]byte("eXIf"), make([]byte, length)...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk))
	_, err = f.WriteAt(chunk, at+4)
	return err
}
