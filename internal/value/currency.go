package value

// currencySigns are the signs that stand for one currency. A dollar sign alone is that of the United States.
var currencySigns = map[rune]string{
	'€': "EUR", '$': "USD", '£': "GBP", '¥': "JPY", '₹': "INR", '₽': "RUB", '₩': "KRW", '₺': "TRY", '₪': "ILS", '₫': "VND",
	'₴': "UAH", '฿': "THB", '₱': "PHP", '₦': "NGN", '₡': "CRC", '₲': "PYG", '₸': "KZT", '＄': "USD", '￥': "JPY", '￡': "GBP",
}

// dollars are the letters before a dollar sign that make it another one.
var dollars = map[string]string{
	"US": "USD", "A": "AUD", "AU": "AUD", "C": "CAD", "CA": "CAD", "CAN": "CAD", "HK": "HKD", "NZ": "NZD", "S": "SGD", "SG": "SGD",
	"R": "BRL", "NT": "TWD", "MX": "MXN", "USD": "USD", "AUD": "AUD", "CAD": "CAD", "SGD": "SGD", "HKD": "HKD",
}

// currencyCodes are the codes that are no word of a language, and how some currencies are written short. Codes such as
// ALL and TOP are left out: in capitals they are words.
var currencyCodes = names(`RM:MYR Rs:INR Fr:CHF SFr:CHF sFr:CHF zł:PLN Kč:CZK Ft:HUF лв:BGN руб:RUB Rp:IDR DM:DEM kr:SEK EUR:EUR USD:USD
	GBP:GBP CHF:CHF JPY:JPY CNY:CNY RMB:CNY AUD:AUD CAD:CAD NZD:NZD SGD:SGD HKD:HKD MYR:MYR INR:INR IDR:IDR THB:THB PHP:PHP VND:VND KRW:KRW
	TWD:TWD SEK:SEK NOK:NOK DKK:DKK ISK:ISK PLN:PLN CZK:CZK HUF:HUF RON:RON BGN:BGN HRK:HRK RSD:RSD UAH:UAH RUB:RUB ILS:ILS AED:AED SAR:SAR
	QAR:QAR KWD:KWD EGP:EGP ZAR:ZAR NGN:NGN KES:KES MAD:MAD TND:TND BRL:BRL MXN:MXN ARS:ARS CLP:CLP COP:COP UYU:UYU PKR:PKR BDT:BDT LKR:LKR
	DEM:DEM FRF:FRF ITL:ITL ESP:ESP`)

var currencyWords = map[string]string{
	"euro": "EUR", "euros": "EUR", "dollar": "USD", "dollars": "USD", "dólares": "USD", "dólar": "USD", "dollari": "USD",
	"pounds": "GBP", "sterling": "GBP", "pfund": "GBP", "franken": "CHF", "francs": "CHF", "franchi": "CHF", "yen": "JPY",
	"ringgit": "MYR", "rupees": "INR", "rupien": "INR", "reais": "BRL", "yuan": "CNY", "renminbi": "CNY", "zloty": "PLN",
}

// currency reads the currency that begins at i and how many lexemes it takes; none of them where there is none.
func (s *scan) currency(i int) (string, int) {
	l := s.at(i)
	switch l.kind {
	case mark:
		if iso := currencySigns[l.r]; iso != "" {
			return iso, 1
		}
	case word:
		if d := s.at(i + 1); d.r == '$' || d.r == '＄' {
			if iso := dollars[s.str(i)]; iso != "" {
				return iso, 2
			}
		}
		if iso := currencyCodes[s.str(i)]; iso != "" {
			return iso, 1
		}
		return s.namedCurrency(i)
	}
	return "", 0
}

// namedCurrency reads a currency by its name: "US-Dollar", "Swiss francs", "euros".
func (s *scan) namedCurrency(i int) (string, int) {
	first := s.lower(i)
	if iso := currencyWords[first]; iso != "" {
		return iso, 1
	}
	j := i + 1
	if s.is(j, "-.") {
		j++
	}
	j = s.past(j)
	second := currencyWords[s.lower(j)]
	if second == "" || j == i+1 {
		return "", 0
	}
	switch first {
	case "us", "usa", "u", "s":
		return "USD", j + 1 - i
	case "canadian", "kanadische", "kanadischer":
		return "CAD", j + 1 - i
	case "australian", "australische":
		return "AUD", j + 1 - i
	case "singapore":
		return "SGD", j + 1 - i
	case "swiss", "schweizer", "british":
		return second, j + 1 - i
	}
	return "", 0
}

// currencies are all that the text names.
func (s *scan) currencies() []Found {
	var out []Found
	for i := 1; i < len(s.lex)-1; i++ {
		if !s.free(i, i+1) {
			continue
		}
		iso, n := s.currency(i)
		if n == 0 {
			continue
		}
		// Short forms are letters like others unless an amount stands beside them: "Fr" is a day, "RM" may be initials.
		if short := s.str(i); s.at(i).kind == word && len(short) < 3 && n == 1 && !s.beside(i, i+n) {
			continue
		}
		if s.at(i).kind == word && n == 1 && (s.at(i-1).kind == digits || s.at(i+1).kind == digits) && !s.beside(i, i+n) {
			continue
		}
		out = append(out, s.found(iso, i, i+n))
		i += n - 1
	}
	return out
}

// beside reports whether a number stands directly before i or after j, a blank and a full stop aside.
func (s *scan) beside(i, j int) bool {
	for s.is(j, ".:-") || s.at(j).kind == blank {
		j++
	}
	if s.at(i-1).kind == blank {
		i--
	}
	return s.at(j).kind == digits && !s.taken[j] || s.at(i-1).kind == digits && !s.taken[i-1] || s.is(i-1, "-–") && s.is(i-2, ",.-–")
}
