package api

// ChartResponse is the outcome of a chart job.
type ChartResponse struct {
	ResponseType string      `json:"response_type"` // chart
	JobID        string      `json:"job_id"`
	Result       ChartResult `json:"result"`
	Usage        ChartUsage  `json:"usage"`
	Duration     *Seconds    `json:"duration"`
}

// ChartResult is what a chart shows.
type ChartResult struct {
	ChartData         ChartData `json:"chart_data"`
	Summary           string    `json:"summary"`
	ReconstructionURL string    `json:"reconstruction_url"`
	Verified          bool      `json:"verified"`
}

// ChartData is a chart in numbers.
type ChartData struct {
	ChartType string        `json:"chart_type"`
	Title     *string       `json:"title"`
	XAxis     *ChartAxis    `json:"x_axis"`
	YAxis     *ChartAxis    `json:"y_axis"`
	Series    []ChartSeries `json:"series"`
}

// ChartAxis is one axis.
type ChartAxis struct {
	Label *string `json:"label"`
	Type  string  `json:"type"`
	Unit  *string `json:"unit"`
}

// ChartSeries is one line, bar group or pie.
type ChartSeries struct {
	Name   *string      `json:"name"`
	Points []ChartPoint `json:"points"`
}

// ChartPoint is one mark; X and Y are numbers or strings.
type ChartPoint struct {
	X     any     `json:"x"`
	Y     any     `json:"y"`
	Label *string `json:"label"`
}

// ChartUsage is what a chart job used.
type ChartUsage struct {
	NumCharts int     `json:"num_charts"` // 1
	Credits   float64 `json:"credits"`
}
