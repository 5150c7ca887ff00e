package docx

// control reads a content control: a check box as such, others by what they show. Read reads what the control holds, be
// it words, paragraphs or cells.
func (s *story) control(read func()) {
	for name := range s.r.Children() {
		switch name {
		case "w:sdtPr":
			for property := range s.r.Children() {
				if property == "w14:checkbox" {
					s.tick = box(s.checked())
				}
			}
		case "w:sdtContent":
			read()
			s.tick = ""
		}
	}
}

func (s *story) checked() bool {
	checked := false
	for name := range s.r.Children() {
		if name == "w14:checked" {
			v := s.r.Attr("w14:val")
			checked = v == "1" || v == "true" || v == "on"
		}
	}
	return checked
}
