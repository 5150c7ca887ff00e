package value

import "testing"

func TestContacts(t *testing.T) {
	check(t, Emails, []notation{
		{nothing, "Mail: jane.doe+x@mail.example.org.", "jane.doe+x@mail.example.org"},
		{nothing, "<a@b.de>, c_d@e-f.com", "a@b.de; c_d@e-f.com"},
		{nothing, "3 @ 4.50", ""},
		{nothing, "a@b", ""},
		{nothing, "@home.now", ""},
	})
	check(t, URLs, []notation{
		{nothing, "see https://example.org/a?b=1, or www.example.de.", "https://example.org/a?b=1; www.example.de"},
		{nothing, "(http://x.org)", "http://x.org"},
		{nothing, "http: //x", ""},
		{nothing, "and/or", ""},
	})
	check(t, Phones, []notation{
		{nothing, "+49 30 1234567", "+49 30 1234567"},
		{nothing, "(555) 123-4567", "(555) 123-4567"},
		{nothing, "555-123-4567", "555-123-4567"},
		{nothing, "1-800-555-0199", "1-800-555-0199"},
		{nothing, "+1 (415) 555 0132", "+1 (415) 555 0132"},
		{nothing, "Tel. 030/1234567", "030/1234567"},
		{nothing, "Tel: 03-7784 6522 Fax: 03-7784 6523", "03-7784 6522; 03-7784 6523"},
		{nothing, "987123456", "987123456"},
		{nothing, "12.50 13.50", ""},
		{nothing, "100 200 3000", ""},
		{nothing, "1,234,567.00", ""},
		{nothing, "2018", ""},
	})
}

func TestIDs(t *testing.T) {
	check(t, IDs, []notation{
		{nothing, "Invoice RE-2018/0047 of 05.03.2018", "RE-2018/0047"},
		{nothing, "No.:12345", "12345"},
		{nothing, "#471102", "471102"},
		{nothing, "Invoice 20180305", "20180305"},
		{nothing, "Facture n°12345 du", "12345"},
		{nothing, "Nr.12345", "12345"},
		{nothing, "2363932-1", "2363932-1"},
		{nothing, "USt-IdNr. DE123456789", "DE123456789 VAT"},
		{nothing, "DE 123 456 789", "DE123456789 VAT"},
		{nothing, "ATU12345678.", "ATU12345678 VAT"},
		{nothing, "NL 8123.45.678.B01", "NL812345678B01 VAT"},
		{nothing, "FR 40 303 265 045", "FR40303265045 VAT"},
		{nothing, "IBAN DE89 3704 0044 0532 0130 00 BIC X", "DE89370400440532013000 IBAN"},
		{nothing, "GB82WEST12345698765432", "GB82WEST12345698765432 IBAN"},
		{nothing, "INV_77.a, 12.50 EUR 5kg", "INV_77.a"},
		{nothing, "no digits here", ""},
		{nothing, "12.50", ""},
		{nothing, "19 %", ""},
		{nothing, "RM12", ""},
	})
}

func TestCurrencies(t *testing.T) {
	check(t, Currencies, []notation{
		{nothing, "€", "EUR"},
		{nothing, "12,50 €", "EUR"},
		{nothing, "Amount in EUR", "EUR"},
		{nothing, "US$ 5", "USD"},
		{nothing, "$", "USD"},
		{nothing, "£5", "GBP"},
		{nothing, "CHF", "CHF"},
		{nothing, "100 Euro", "EUR"},
		{nothing, "TOTAL RM 5.00", "MYR"},
		{nothing, "RM Smith", ""},
		{nothing, "EUROPE", ""},
		{nothing, "Fr 5. März 2018", ""},
		{nothing, "EUR1234X", "EUR"},
	})
}

func TestBooleans(t *testing.T) {
	check(t, Booleans, []notation{
		{nothing, "[x]", "true"},
		{nothing, "[ X ]", "true"},
		{nothing, "[ ]", "false"},
		{nothing, "[]", "false"},
		{nothing, "☒", "true"},
		{nothing, "☐", "false"},
		{nothing, "Yes", "true"},
		{nothing, "nein", "false"},
		{nothing, "X", "true"},
		{nothing, "☒ Yes ☐ No", "true"},
		{nothing, "☐ Yes ☒ No", "false"},
		{nothing, "[ ] ja [x] nein", "false"},
		{nothing, "Yes [x] No [ ]", "true"},
		{nothing, "Yes [ ] No [x]", "false"},
		{nothing, "Oui", "true"},
		{nothing, "não", "false"},
		{nothing, "No. 5", ""},
		{nothing, "Invoice No 5", ""},
		{nothing, "maybe", ""},
		{nothing, "NON-DISCLOSURE AGREEMENT", ""},
		{nothing, "There is no obligation to pay", ""},
		{nothing, "Married: yes", "true"},
		{nothing, "Yes, I agree", "true"},
		{nothing, "US citizen? No", "false"},
		{nothing, "US citizen Yes", "true"},
		{nothing, "( ) Yes (x) No", "false"},
		{nothing, "[x] I agree to all of this", "true"},
	})
}
