package language

// frequent are the words that running text of a language cannot do without, accents taken off.
var frequent = map[string]string{
	"eng": `the of and to in is that for it was on are as with be by at this have from or had not but what all were when
		we there can an your which their has will would been if more no out so up said about into than them its who now
		these some could may his her they you he she our other only new any after before where should each per between`,
	"deu": `der die und in den von zu das mit sich des auf fur ist im dem nicht ein eine als auch es an werden aus er hat
		dass sie nach wird bei einer um am sind noch wie einem uber einen so zum war haben nur oder aber vor zur bis mehr
		durch man sein wurde wenn konnen ihre ich unter wir soll diese dieser keine ihr sehr zwischen gegen alle jahr`,
	"fra": `de la le et les des en un du une que est pour qui dans par plus au sur ne pas avec ce il sont se ou son aux
		cette ont mais comme nous leur sa ses etre fait tout ces meme elle on deux ete bien peut sans lui vous entre
		apres avant chaque donc aussi dont tous si je y d l qu n s c jour ans`,
	"spa": `de la que el en y a los se del las un por con no una su para es al lo como mas o pero sus le ha me si sin
		sobre este ya entre cuando todo esta ser son dos tambien fue habia era muy hasta desde nos mi porque que esto
		donde quien hay cada otros puede tiene anos dia`,
	"ita": `di e il la che in un a per del una non sono da con le i si al come dei ha nel anche della piu lo alla gli ma
		delle su o questo se dal ai nella era suo essere due tra ci cui ogni sua quando dopo molto stato fra senza
		degli dalla questa hanno anni loro mi io quello tutti`,
	"pol": `w i z na do sie nie jest to ze o od a po jak za przez oraz dla co tym przy tego lub byc ma jego ktore ktory
		tak byl bylo juz tylko czy ich te ten jej moze dwa miedzy bardzo przed kazdy roku lat mnie my wszystkie pod
		ktora jako aby sa`,
	"ces": `a v se na je ze z s do o k i za pro to by jako od po nebo jsou ktery byl ktere jeho pri podle bylo jen ale
		tak co jsem take ve ze mezi neni si pak uz let dne ma pred nez bez kde jejich az dalsi muze ktera byla jak aby
		tento kazdy roku`,
	"swe": `och i att det som en pa ar av for med den till inte om ett har de vi han var jag men kan fran eller nar ska
		sig da sa nu ut vid efter under mot hade skulle alla mycket mellan man denna detta varje over aven bara deras
		finns ar genom fore sedan blir`,
	"por": `de a o que e do da em um para com nao uma os no se na por mais as dos como mas ao ele das a seu sua ou quando
		muito nos ja eu tambem so pelo pela ate isso ela entre depois sem mesmo aos ser foi sao tem pode cada dois anos
		esta este onde todos antes dia`,
	"nld": `de van het een en in is dat op te voor met zijn die niet aan er om ook als dan maar bij of uit nog naar door
		over ze hij wordt was hebben kan deze je worden wat meer tot al zo werd geen heeft wij tussen moet onder jaar
		elke wel na tegen zonder alle hun mijn ik`,
	"tur": `ve bir bu da de icin ile cok olarak daha en gibi ne o kadar sonra var olan ama her gore mi ya ki ise degil
		iki bunu yeni onu ben sen biz siz once tarafindan sadece kendi uzerinde arasinda oldugu olan zaman icinde hic
		yil gun butun baska nasil cunku veya`,
	"hun": `a az es hogy nem egy is ez volt meg azt csak de van mint ha ezt mar vagy el ki kell ami lehet minden fel
		majd aki ne akkor ott itt nagy ket utan kozott alatt ezek azok egyik masik ahol amely olyan tobb mind nap ev
		nekem sem ugy igy`,
}

// letters are those that betray a language among the others.
var letters = map[string]string{
	"deu": "äöüß", "fra": "éèêàçùœîôûë", "spa": "ñáéíóú¿¡", "ita": "àèìòùé", "pol": "ąćęłńśźżó", "ces": "ěščřžýáíéůúťďň",
	"swe": "åäö", "por": "ãõçáéêâóíú", "nld": "ëïé", "tur": "şğıçöüİ", "hun": "őűáéíóöúü",
}
