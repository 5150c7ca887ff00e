// Package fault names every way in which Octavo can refuse or fail, with the status, category and retry advice of each.
package fault

// Name is one of the error names of the interface.
type Name string

// Category tells who can do something about a failure.
type Category string

// The three categories: the caller's input, the processing itself, or a passing condition.
const (
	Input      Category = "Input"
	Processing Category = "Processing"
	Transient  Category = "Transient"
)

// Entry is one row of the table of names.
type Entry struct {
	Name      Name
	Code      int
	Category  Category
	Retriable bool
	Message   string // what is said when nothing more exact is known
	Raised    string // when it is raised, for the generated page
	Remedy    string // what can be done about it
}

// The error names of the interface.
const (
	Timeout                    Name = "TIMEOUT"
	CapacityTimeout            Name = "CAPACITY_TIMEOUT"
	CustomerTimeout            Name = "CUSTOMER_TIMEOUT"
	InternalError              Name = "INTERNAL_ERROR"
	ServiceUnavailable         Name = "SERVICE_UNAVAILABLE"
	GPUAllocationError         Name = "GPU_ALLOCATION_ERROR"
	GPUPoolSaturated           Name = "GPU_POOL_SATURATED"
	BatchQueueFull             Name = "BATCH_QUEUE_FULL"
	QueueFull                  Name = "QUEUE_FULL"
	JobStateError              Name = "JOB_STATE_ERROR"
	DocumentCorrupt            Name = "DOCUMENT_CORRUPT"
	DocumentEmpty              Name = "DOCUMENT_EMPTY"
	DocumentUnsupported        Name = "DOCUMENT_UNSUPPORTED"
	DocumentTooLarge           Name = "DOCUMENT_TOO_LARGE"
	OfficeConversionTooLarge   Name = "OFFICE_CONVERSION_TOO_LARGE"
	ImageTooLarge              Name = "IMAGE_TOO_LARGE"
	ImageTooSmall              Name = "IMAGE_TOO_SMALL"
	ImageInvalidAspectRatio    Name = "IMAGE_INVALID_ASPECT_RATIO"
	DocumentPasswordProtected  Name = "DOCUMENT_PASSWORD_PROTECTED"
	FormFillFailed             Name = "FORM_FILL_FAILED"
	InternalInvariantViolation Name = "INTERNAL_INVARIANT_VIOLATION"
	GPUUnavailable             Name = "GPU_UNAVAILABLE"
	ContextWindowExceeded      Name = "CONTEXT_WINDOW_EXCEEDED"
	OutputLimitExceeded        Name = "OUTPUT_LIMIT_EXCEEDED"
	ProcessingFailed           Name = "PROCESSING_FAILED"
	InferenceMethodUnsupported Name = "INFERENCE_METHOD_UNSUPPORTED"
	SubprocessCrashed          Name = "SUBPROCESS_CRASHED"
	BatchOrphaned              Name = "BATCH_ORPHANED"
	OversizedResult            Name = "OVERSIZED_RESULT"
	LLMOutputParseFailed       Name = "LLM_OUTPUT_PARSE_FAILED"
	LLMProviderError           Name = "LLM_PROVIDER_ERROR"
	InvalidConfig              Name = "INVALID_CONFIG"
	InvalidSchema              Name = "INVALID_SCHEMA"
	AuthError                  Name = "AUTH_ERROR"
	NotApplicable              Name = "NOT_APPLICABLE"
	RegionUnavailable          Name = "REGION_UNAVAILABLE"
	NotFound                   Name = "NOT_FOUND"
	JobDeletionInProgress      Name = "JOB_DELETION_IN_PROGRESS"
	JobDeleted                 Name = "JOB_DELETED"
	JobNotComplete             Name = "JOB_NOT_COMPLETE"
	JobCancelled               Name = "JOB_CANCELLED"
	RateLimit                  Name = "RATE_LIMIT"
	CellCountExceeded          Name = "CELL_COUNT_EXCEEDED"
	URLNotAllowed              Name = "URL_NOT_ALLOWED"
)

// All is the table of names in the order of the interface.
var All = []Entry{
	{Timeout, 504, Transient, true, "the work did not finish in time", "a stage or the whole job passes its server limit, or a running synchronous request passes limits.sync_timeout", "send fewer pages at a time, or raise limits.job_timeout"},
	{CapacityTimeout, 503, Transient, true, "no worker became free in time", "a synchronous job has not started at limits.sync_timeout, or an asynchronous one waits longer than queue.max_wait", "try again later, use the asynchronous form, or add workers"},
	{CustomerTimeout, 408, Input, false, "the requested timeout was reached", "settings.timeout of the request passes", "raise or leave out settings.timeout"},
	{InternalError, 500, Transient, true, "internal error", "a recovered panic or an unclassified failure; details are in the log under the request id", "try again; if it happens again, look for the request id in the log"},
	{ServiceUnavailable, 503, Transient, true, "the service is temporarily unavailable", "the server drains, or the database or the store cannot be reached", "try again in a few seconds; GET /ready says what is away"},
	{GPUAllocationError, 503, Transient, true, "the inference backend could not allocate memory", "a backend of kind gpu reports an allocation failure after 2 retries", "try again, or give the backend more memory"},
	{GPUPoolSaturated, 503, Transient, true, "the inference backend is busy", "a backend of kind gpu stays busy longer than inference.max_wait", "try again later, or raise inference.max_wait"},
	{BatchQueueFull, 503, Transient, true, "the batch queue is full", "the batch lane is as deep as queue.batch_max_depth; no job is created", "try again in some minutes, or leave out queue_priority"},
	{QueueFull, 503, Transient, true, "the queue is full", "the destination queue is as deep as its cap; no job is created", "try again in half a minute, or send the job with queue_priority batch"},
	{JobStateError, 500, Transient, true, "job state conflict", "a worker loses its claim while finishing, or a stored state cannot make the requested move", "send the request again"},
	{DocumentCorrupt, 415, Input, false, "the document cannot be read", "the type is recognised but the structure is unreadable", "save or print the document anew and send that"},
	{DocumentEmpty, 422, Input, false, "the document has no content", "zero bytes, zero pages or zero sheets", "check that the file holds something"},
	{DocumentUnsupported, 415, Input, false, "files of this type are not supported", "the type is unknown, its converter is not installed, or edit cannot write it", "convert the file to PDF, or install the converter that octavo doctor names"},
	{DocumentTooLarge, 413, Input, false, "the document is too large", "bytes, pages, list length or request body pass a limit", "divide the document, or select fewer pages with settings.page_range"},
	{OfficeConversionTooLarge, 413, Input, false, "the converted document is too large", "an office file converts to more than limits.converted_bytes or limits.max_pages", "divide the document, or send it as a PDF file"},
	{ImageTooLarge, 413, Input, false, "the image is too large", "more than 50,000,000 pixels, or an axis above 15,000", "scale the image down"},
	{ImageTooSmall, 422, Input, false, "the image is too small", "an axis below 8 pixels", "scan or export the image with more pixels"},
	{ImageInvalidAspectRatio, 422, Input, false, "the aspect ratio of the image is out of range", "the longer axis is more than 200 times the shorter one", "cut the image into parts"},
	{DocumentPasswordProtected, 442, Input, false, "the document is password protected", "a password is needed and is absent or wrong", "give the password as settings.document_password, or remove the protection"},
	{FormFillFailed, 422, Processing, false, "the form could not be filled", "an explicit widget value cannot be applied, or no instruction fits the document", "correct the value that the message names, or say more exactly what is to be done"},
	{InternalInvariantViolation, 500, Processing, false, "internal consistency check failed", "a finished result breaks its own schema or a box leaves its page", "report it with the request id; leaving out the page that the message names may help"},
	{GPUUnavailable, 503, Transient, true, "the inference backend is unreachable", "a backend of kind gpu refuses connections after 2 retries", "start the backend, or correct its endpoint in inference.models"},
	{ContextWindowExceeded, 422, Processing, false, "the content does not fit the model context", "one indivisible piece exceeds the context of the model", "select fewer pages, or configure a model that reads more"},
	{OutputLimitExceeded, 422, Processing, false, "the model output limit was reached", "the model stops at its output limit and the work cannot be divided", "ask for fewer fields, or configure a model that answers more"},
	{ProcessingFailed, 500, Processing, false, "processing failed", "a stage fails; the type says which", "look for the request id in the log"},
	{InferenceMethodUnsupported, 422, Input, false, "this needs a model; none is configured", "a setting asks for a capability that this installation does not have", "leave the setting out, or configure a model with the role that the message names"},
	{SubprocessCrashed, 500, Transient, true, "a worker process crashed", "a converter, engine or worker process dies 3 times on the same job", "save or print the document anew; octavo doctor says whether an engine is broken"},
	{BatchOrphaned, 500, Transient, true, "the worker of this batch was lost", "the lease of a batch-lane job or of a page batch expires 3 times", "send the job again; if it happens again, look at the memory of the workers"},
	{OversizedResult, 413, Processing, false, "the result is too large", "the result is above limits.result_bytes even in URL form", "select fewer pages, or leave out words and images"},
	{LLMOutputParseFailed, 400, Processing, false, "the model response could not be decoded", "model output is not valid JSON after 2 repair attempts", "try again, simplify the schema, or configure another model"},
	{LLMProviderError, 502, Transient, true, "the model provider failed", "a backend of kind provider fails after 2 retries", "try again later; octavo doctor says whether the model can be reached"},
	{InvalidConfig, 400, Input, false, "the request is not valid", "settings contradict each other or are unknown, or the document URL cannot be used", "correct what the message names"},
	{InvalidSchema, 422, Input, false, "invalid schema", "the extraction schema breaks a rule; pointer says where", "correct the schema at the place that pointer names"},
	{AuthError, 401, Input, false, "missing or invalid API key", "the key is missing, unknown, revoked or expired, or lacks the scope (403)", "send a key that is valid and has the scope: octavo keys list shows them"},
	{NotApplicable, 422, Input, false, "this option does not apply here", "an option does not fit the document, a feature is switched off, or the HTTP method is wrong (405)", "leave the option out for this document"},
	{RegionUnavailable, 503, Transient, true, "the environment is unreachable", "the store of a configured Hybrid VPC environment cannot be reached", "try again later; the operator of the environment can say more"},
	{NotFound, 404, Input, false, "this was not found", "a job, file, pipeline, endpoint, delivery, result or path is unknown, foreign or expired", "check the id; what was deleted or has expired is gone, and ids of other organizations look the same"},
	{JobDeletionInProgress, 409, Input, false, "the job is being deleted", "the job is marked for deletion and its artifacts are being removed", "wait until it is gone"},
	{JobDeleted, 410, Input, false, "the job was deleted", "the job was deleted within retention.tombstones", "run the job again"},
	{JobNotComplete, 400, Input, false, "the job has not completed", "a jobid:// input or a /cite source is not finished", "wait until GET /job says Completed"},
	{JobCancelled, 409, Input, false, "the job was cancelled", "the final error of a cancelled job", "run the job again"},
	{RateLimit, 429, Transient, true, "too many requests", "a rate limit of the key, the organization or the peer address is reached", "wait as long as Retry-After says"},
	{CellCountExceeded, 422, Input, false, "the workbook has too many cells", "non-empty cells exceed spreadsheet.max_cell_count", "raise spreadsheet.max_cell_count, or select sheets with settings.page_range"},
	{URLNotAllowed, 403, Input, false, "access to this URL is not allowed", "a blocked address, a bucket outside the allow list, or an origin that answers 401 or 403", "upload the file instead, or have the operator add the host to fetch.allow"},
}

var byName = func() map[Name]Entry {
	m := make(map[Name]Entry, len(All))
	for _, e := range All {
		m[e.Name] = e
	}
	return m
}()

// Lookup returns the row of a name; unknown names read as InternalError.
func Lookup(n Name) Entry {
	if e, ok := byName[n]; ok {
		return e
	}
	return byName[InternalError]
}
