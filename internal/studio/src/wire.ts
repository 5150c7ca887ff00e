// What the service says, as far as this page reads it.

export interface Box { left: number; top: number; width: number; height: number; page: number; original_page?: number }

export interface Upload { file_id: string; presigned_url: string | null }

export interface Job {
  job_id?: string;
  status: "Pending" | "InProgress" | "Idle" | "Completed" | "Failed" | "Completing" | "Cancelled";
  state: string;
  progress: number | null;
  type: string;
  result: unknown;
  reason: string | null;
  error: { name: string; message: string; code: number; type?: string; pointer?: string } | null;
  num_pages: number | null;
  total_pages: number | null;
  duration: number | null;
  created_at: string;
  raw_config?: string;
  source: { inputs: { kind: string; name: string }[] } | null;
  parent_job_id?: string | null;
}

export interface JobList { jobs: (Job & { job_id: string })[]; next_cursor: string | null }

export interface Block {
  type: string;
  bbox: Box;
  content: string;
  image_url: string | null;
  confidence: string | null;
  granular_confidence: { extract_confidence: number | null; parse_confidence: number | null } | null;
  chart_data: string[] | null;
  extra: Record<string, unknown> | null;
}

export interface Chunk { content: string; embed: string; enriched: string | null; blocks: Block[] }

export interface Word { text: string; bbox: Box; confidence: number | null; chunk_index: number | null; rotation: number | null }

export interface FullResult {
  type: "full";
  chunks: Chunk[];
  ocr: { words: Word[]; lines: Word[] } | null;
  custom: Record<string, unknown> | null;
}
