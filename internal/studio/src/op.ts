// The operations that Studio offers. A new one is added here and nowhere else.

import { classify } from "./op/classify";
import { edit } from "./op/edit";
import { extract } from "./op/extract";
import { parse } from "./op/parse";
import { split } from "./op/split";
import type { Chosen, Form, Panel } from "./view";
import type { Viewer } from "./viewer/viewer";
import type { Job } from "./wire";

export interface Operation {
  name: string;  // path without the slash
  type: string;  // job type
  label: string; // what the button says
  about: string; // one sentence
  /** field is where the request names its document. */
  field: "input" | "document_url";
  form(chosen: Chosen): Form;
  /** panel shows the result; answer is job.result with what stood behind a URL. */
  panel(job: Job & { job_id: string }, viewer: Viewer): Panel | Promise<Panel>;
}

export const operations: Operation[] = [parse, extract, split, classify, edit];
