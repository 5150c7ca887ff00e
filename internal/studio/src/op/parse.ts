import { options } from "../form/options";
import type { Operation } from "../op";
import { panel } from "./parse/panel";

// What people look for first; the rest is folded away.
const common = [
  "settings.page_range", "retrieval.chunking.chunk_mode", "retrieval.chunking.chunk_size", "formatting.table_output_format",
  "settings.extraction_mode", "settings.return_images", "settings.return_ocr_data", "enhance.advanced_chart_agent",
];

export const parse: Operation = {
  name: "parse", type: "Parse", label: "Parse", about: "Read the document into typed blocks with boxes.", field: "input",
  form: () => {
    const asked = options({ schema: "AsyncParseConfig", common, leave: ["input", "async"] });
    return { element: asked.element, request: asked.value, load: asked.load };
  },
  panel,
};
