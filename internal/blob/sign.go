package blob

import (
	"context"
	"mime"
	"net/http"

	"cloud.google.com/go/storage"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	cdk "gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

func (b *bucket) sign(ctx context.Context, key string, req signRequest) (string, bool, error) {
	if err := checkKey(key); err != nil {
		return "", false, err
	}
	if req.method == http.MethodPut && !b.plainPut {
		return "", false, nil
	}
	url, err := b.cdk.SignedURL(ctx, key, &cdk.SignedURLOptions{
		Method: req.method, Expiry: req.ttl, BeforeSign: req.addHeaders,
	})
	if gcerrors.Code(err) == gcerrors.Unimplemented { // credentials that cannot sign
		return "", false, nil
	}
	return url, err == nil, err
}

// addHeaders makes the store send a file name and a type with the bytes.
func (req signRequest) addHeaders(as func(any) bool) error {
	disposition := mime.FormatMediaType("inline", map[string]string{"filename": req.filename})
	var get *s3.GetObjectInput
	if as(&get) {
		get.ResponseContentDisposition, get.ResponseContentType = &disposition, &req.contentType
	}
	var google *storage.SignedURLOptions
	if as(&google) {
		// The older scheme would sign the content type of an upload, which is the caller's to choose.
		google.Scheme = storage.SigningSchemeV4
		if req.method == http.MethodGet {
			google.QueryParameters = map[string][]string{
				"response-content-disposition": {disposition}, "response-content-type": {req.contentType},
			}
		}
	}
	return nil
}
