//go:build cgo

package paddle

import (
	"errors"
	"fmt"

	"github.com/yalue/onnxruntime_go"
)

// network is a loaded model with one input and one output.
type network struct {
	session *onnxruntime_go.DynamicAdvancedSession
}

// start loads the runtime, of which a process has one.
func start(library string) error {
	if onnxruntime_go.IsInitialized() {
		return nil
	}
	onnxruntime_go.SetSharedLibraryPath(library)
	if err := onnxruntime_go.InitializeEnvironment(onnxruntime_go.WithLogLevelError()); err != nil {
		return fmt.Errorf("load ONNX Runtime: %w", err)
	}
	return nil
}

// loadNetwork reads a model that runs on so many threads.
func loadNetwork(path string, threads int) (*network, error) {
	inputs, outputs, err := onnxruntime_go.GetInputOutputInfo(path)
	if err != nil {
		return nil, fmt.Errorf("read model: %w", err)
	}
	if len(inputs) != 1 || len(outputs) != 1 {
		return nil, fmt.Errorf("read model: %d inputs and %d outputs", len(inputs), len(outputs))
	}
	options, err := onnxruntime_go.NewSessionOptions()
	if err != nil {
		return nil, fmt.Errorf("load model: %w", err)
	}
	defer func() { _ = options.Destroy() }()
	err = errors.Join(
		options.SetIntraOpNumThreads(threads),
		options.SetInterOpNumThreads(1),
		// Threads that spin while they wait take the processor from page decoding.
		options.AddSessionConfigEntry("session.intra_op.allow_spinning", "0"),
		options.SetCpuMemArena(false),
	)
	if err != nil {
		return nil, fmt.Errorf("load model: %w", err)
	}
	session, err := onnxruntime_go.NewDynamicAdvancedSession(path, []string{inputs[0].Name}, []string{outputs[0].Name}, options)
	if err != nil {
		return nil, fmt.Errorf("load model: %w", err)
	}
	return &network{session}, nil
}

// run computes the output and its shape for an image of three planes.
func (n *network) run(planes []float32, width, height int) ([]float32, []int64, error) {
	in, err := onnxruntime_go.NewTensor(onnxruntime_go.NewShape(1, 3, int64(height), int64(width)), planes)
	if err != nil {
		return nil, nil, fmt.Errorf("run model: %w", err)
	}
	defer func() { _ = in.Destroy() }()
	result := []onnxruntime_go.Value{nil}
	if err := n.session.Run([]onnxruntime_go.Value{in}, result); err != nil {
		return nil, nil, fmt.Errorf("run model: %w", err)
	}
	defer func() { _ = result[0].Destroy() }()
	out, ok := result[0].(*onnxruntime_go.Tensor[float32])
	if !ok {
		return nil, nil, errors.New("run model: the output is not of 32 bit numbers")
	}
	return append([]float32(nil), out.GetData()...), append([]int64(nil), out.GetShape()...), nil
}

func (n *network) close() { _ = n.session.Destroy() }
