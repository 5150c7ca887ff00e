package language

import (
	"maps"
	"slices"
	"testing"
)

func TestGuess(t *testing.T) {
	j := NewJudge(slices.Collect(maps.Keys(frequent)))
	for want, text := range map[string]string{
		"eng": "The parcel was sent on Monday and should have reached you by now",
		"deu": "Die Sendung wurde am Montag verschickt und sollte nun bei Ihnen sein",
		"fra": "Le colis a été envoyé lundi et il devrait être chez vous dans la semaine",
		"spa": "El paquete se envió el lunes y ya debería estar en su casa con los papeles",
		"ita": "Il pacco è stato spedito lunedì e dovrebbe essere già da voi con la fattura",
		"pol": "Paczka została wysłana w poniedziałek i powinna już być u państwa, jeśli nie jest",
		"ces": "Zásilka byla odeslána v pondělí a měla by již být u vás, pokud není, ozvěte se",
		"swe": "Paketet skickades i måndags och det bör nu vara hos er, om inte så ring till oss",
		"por": "O pacote foi enviado na segunda-feira e já deve estar em sua casa com os papéis",
		"nld": "Het pakket is op maandag verzonden en zou nu bij u moeten zijn met de rekening",
		"tur": "Paket pazartesi günü gönderildi ve şimdiye kadar size ulaşmış olmalı, bu bir bilgi",
		"hun": "A csomagot hétfőn adtuk fel, és már meg kellett érkeznie, ha nem, az egy hiba",
	} {
		for _, text := range []string{text, Plain(text)} { // as read by a pack that does not know the accents
			if got := j.Guess(text); len(got) == 0 || got[0].Language != want {
				t.Errorf("%s: %v", want, got)
			}
		}
	}
	if got := j.Guess("4711 0815 12.50"); len(got) > 0 {
		t.Errorf("numbers: %v", got)
	}
	if got := NewJudge([]string{"eng", "xyz"}).Guess("und der the"); len(got) != 1 || got[0].Language != "eng" {
		t.Errorf("among English and an unknown one: %v", got)
	}
}
