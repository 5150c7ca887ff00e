package blank

func (p *Page) words(s *spot) Words { return Words{} }
