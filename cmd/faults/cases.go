package main

// A faultCase is one way in which something goes wrong, and what is promised then.
type faultCase struct {
	id, chapter, fault, promise string
}

const (
	byURL     = "Documents by URL"
	documents = "Documents"
	requests  = "Requests and organizations"
	crashes   = "Jobs, crashes, storage"
	webhooks  = "Webhooks"
)

// cases is every case, in the order of the page. A test names the cases it holds in its comment: "Fault 7", "Faults 3, 4 and W2".
var cases = []faultCase{
	{"1", byURL, "a URL with a private, local, link-local, shared or embedded address, also in disguise", "403 `URL_NOT_ALLOWED`; no connection; the log has the address, the answer has not"},
	{"2", byURL, "an address written as one number, in hex or octal, cut short, or an unknown host", "400 `INVALID_CONFIG`; no connection"},
	{"3", byURL, "an allowed host that redirects to a forbidden address, over one to five hops", "403 `URL_NOT_ALLOWED`; every hop is decided"},
	{"4", byURL, "a name that changes its address between look-ups, or has a public and a private one", "403 `URL_NOT_ALLOWED`; only a decided address is dialled"},
	{"5", byURL, "other schemes, an empty or a huge URL, an unfinished s3 address", "400 `INVALID_CONFIG`"},
	{"6", byURL, "a redirect loop, a certificate of an unknown authority, a reset connection", "400 `INVALID_CONFIG`; at most five redirects"},
	{"7", byURL, "a server that trickles, never ends its headers, or stalls half-way", "504 `TIMEOUT` within the time for fetching; the place is free again"},
	{"8", byURL, "a body without end, shorter or longer than declared, or partial", "413 `DOCUMENT_TOO_LARGE` or 400; the disk holds no more than the limit"},
	{"9", byURL, "a compressed body that grows a thousandfold", "413 `DOCUMENT_TOO_LARGE`; memory stays bounded"},
	{"10", byURL, "a server that answers 404, 403, 500 or 503", "400, 403, 400 and 400, the last two after two more tries; its answer is not repeated"},

	{"11", documents, "nothing, only white space, a PDF without pages", "422 `DOCUMENT_EMPTY`"},
	{"12", documents, "a PDF that is cut, has no trailer, or is noise", "415 `DOCUMENT_CORRUPT`, or what could be repaired, soon"},
	{"13", documents, "pages, forms and fonts that contain themselves", "an answer or a named refusal; bounded depth; nothing left behind"},
	{"14", documents, "a PDF that declares more than a billion pages", "nothing is sized by the count"},
	{"15", documents, "a small page that takes forever to draw", "504 `TIMEOUT` alone; beside other pages an issue on that page"},
	{"16", documents, "streams that grow a thousandfold, nested filters, a table of a billion objects", "413 or 415; memory stays bounded"},
	{"17", documents, "one page more than allowed", "413 `DOCUMENT_TOO_LARGE` with both numbers, before anything is drawn"},
	{"18", documents, "a page hundreds of metres wide", "read, drawn within the limit of pixels"},
	{"19", documents, "pictures beyond the limit of pixels, or that claim to be", "413 `IMAGE_TOO_LARGE` from the header alone"},
	{"20", documents, "pictures too small, too long, or with too many frames", "422 `IMAGE_TOO_SMALL`, 422 `IMAGE_INVALID_ASPECT_RATIO`, 413; of an animation the first frame"},
	{"21", documents, "locked files without, with a wrong and with the right password", "442 `DOCUMENT_PASSWORD_PROTECTED`; the password is nowhere but in use"},
	{"22", documents, "office files that are bombs: huge, lying, overlapping or nested parts", "415 `DOCUMENT_CORRUPT` before LibreOffice starts; memory stays bounded"},
	{"23", documents, "spreadsheets with millions of cells, one huge cell, an empty range of all rows", "413 or 422 `CELL_COUNT_EXCEEDED`; what is empty costs nothing"},
	{"24", documents, "entities that multiply or read files, in office files, SVG and XFA forms", "refused or read without them; no connection"},
	{"25", documents, "office files that link to other servers and to local files", "read; no connection, no foreign content in the result"},
	{"26", documents, "macros that run on opening", "read; no macro runs"},
	{"27", documents, "a tool that hangs, forks, ignores the signal to end", "504 `TIMEOUT`; no process left"},
	{"28", documents, "a tool that crashes, floods its output or the disk, or takes all memory", "500 `SUBPROCESS_CRASHED` after attempts, 413 for output; disk and memory bounded"},
	{"29", documents, "programs, films, files of two kinds, files named as what they are not", "415 `DOCUMENT_UNSUPPORTED`, or read as what they are"},
	{"30", documents, "page ranges that make no sense, unknown sheets, too many pages to classify", "400 `INVALID_CONFIG`"},

	{"31", requests, "broken, wrong, deep or huge requests", "422 with every problem, 413 for size; nothing is stored"},
	{"32", requests, "no key, a wrong, revoked or misplaced one", "401 `AUTH_ERROR`; the key is in no log"},
	{"33", requests, "ids, files, URLs and cursors of another organization", "404 `NOT_FOUND`, byte for byte as for an id that never was; 403 for a changed URL; 422 for a cursor"},
	{"34", requests, "limits out of range, cursors cut or from elsewhere", "422"},
	{"35", requests, "one idempotency key on twenty requests at once, on another body, by another organization", "one job; 422; a job of its own"},
	{"36", requests, "too many requests, full queues, a database too slow to count", "429 `RATE_LIMIT`, 503 `QUEUE_FULL` and `BATCH_QUEUE_FULL`; accepted when counting fails"},
	{"37", requests, "schemas that are none, refer to themselves or to elsewhere, are huge or deep", "422 `INVALID_SCHEMA`; no connection"},
	{"38", requests, "a model that fails, hangs, rambles or answers without end", "a named error, bounded retries, no prompt in it"},

	{"39", crashes, "workers killed and frozen under load; a job that always kills its worker", "every job ends once; late results are refused; the poisoned job fails by name"},
	{"40", crashes, "the program killed during upload, work, writing and deleting", "after a restart every job that was accepted is known and ends"},
	{"41", crashes, "the database stopped, out of connections, locked", "503 `SERVICE_UNAVAILABLE` soon; everything goes on when it returns"},
	{"42", crashes, "a full disk", "503 `SERVICE_UNAVAILABLE`; goes on without a restart; no halves"},
	{"43", crashes, "an object store that fails, stalls, cuts and lies", "tried again, then 503 `SERVICE_UNAVAILABLE`; no row without its bytes"},
	{"44", crashes, "stopping on purpose, cancelling and deleting at every moment, clocks that are wrong", "nothing is lost or counted as an attempt; exactly one end for each job"},

	{"W1", webhooks, "a receiver that fails three times", "the same id, a new timestamp, a signature that verifies"},
	{"W2", webhooks, "a receiver that hangs, streams forever or redirects", "the attempt fails in time; little is read; no redirect is followed"},
	{"W3", webhooks, "a private address as receiver", "403 `URL_NOT_ALLOWED` when it is named"},
	{"W4", webhooks, "a crash between the end of a job and its message", "delivered after the restart"},
	{"W5", webhooks, "an old or altered message", "its signature does not verify"},
	{"W6", webhooks, "a new secret", "both signatures while both are valid"},
}
