package blank

// gaps are the white stretches behind labels that end with a colon.
func (p *Page) gaps() []spot { return nil }
