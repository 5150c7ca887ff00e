//go:build cgo

package onnx

import (
	"errors"
	"fmt"

	"github.com/yalue/onnxruntime_go"
)

// Network is a loaded model. It may be used by several goroutines.
type Network struct {
	session *onnxruntime_go.DynamicAdvancedSession
	inputs  []string
	outputs int
}

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

func load(path string, threads int) (*Network, error) {
	inputs, outputs, err := onnxruntime_go.GetInputOutputInfo(path)
	if err != nil {
		return nil, fmt.Errorf("read model: %w", err)
	}
	options, err := onnxruntime_go.NewSessionOptions()
	if err != nil {
		return nil, err
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
		return nil, err
	}
	n := &Network{outputs: len(outputs)}
	for _, in := range inputs {
		n.inputs = append(n.inputs, in.Name)
	}
	names := make([]string, len(outputs))
	for i := range outputs {
		names[i] = outputs[i].Name
	}
	if n.session, err = onnxruntime_go.NewDynamicAdvancedSession(path, n.inputs, names, options); err != nil {
		return nil, err
	}
	return n, nil
}

// Run computes all outputs for inputs by name. An output that is not of 32 bit floating point numbers is empty.
func (n *Network) Run(inputs map[string]Tensor) ([]Tensor, error) {
	values := make([]onnxruntime_go.Value, len(n.inputs))
	for i, name := range n.inputs {
		in, ok := inputs[name]
		if !ok {
			return nil, fmt.Errorf("run model: it wants an input %q", name)
		}
		v, err := value(in)
		if err != nil {
			return nil, fmt.Errorf("run model: %w", err)
		}
		defer func() { _ = v.Destroy() }()
		values[i] = v
	}
	results := make([]onnxruntime_go.Value, n.outputs)
	if err := n.session.Run(values, results); err != nil {
		return nil, fmt.Errorf("run model: %w", err)
	}
	out := make([]Tensor, n.outputs)
	for i, r := range results {
		if t, ok := r.(*onnxruntime_go.Tensor[float32]); ok {
			out[i] = Tensor{Data: append([]float32(nil), t.GetData()...), Shape: append([]int64(nil), t.GetShape()...)}
		}
		_ = r.Destroy()
	}
	return out, nil
}

func value(in Tensor) (onnxruntime_go.Value, error) {
	shape := onnxruntime_go.NewShape(in.Shape...)
	if in.Whole != nil {
		return onnxruntime_go.NewTensor(shape, in.Whole)
	}
	return onnxruntime_go.NewTensor(shape, in.Data)
}

// Image computes the output of a model whose input is one image of three planes.
func (n *Network) Image(planes []float32, width, height int) (Tensor, error) {
	if len(n.inputs) != 1 || n.outputs != 1 {
		return Tensor{}, fmt.Errorf("run model: it has %d inputs and %d outputs", len(n.inputs), n.outputs)
	}
	out, err := n.Run(map[string]Tensor{n.inputs[0]: {Data: planes, Shape: []int64{1, 3, int64(height), int64(width)}}})
	if err != nil {
		return Tensor{}, err
	}
	if out[0].Shape == nil {
		return Tensor{}, errors.New("run model: the output is not of 32 bit numbers")
	}
	return out[0], nil
}

// Close unloads the model.
func (n *Network) Close() { _ = n.session.Destroy() }
