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

/** ListedJob is a job as the list tells of it: without its result. */
export type ListedJob = Pick<Job, "status" | "state" | "type" | "num_pages" | "total_pages" | "duration" | "created_at" | "source"> & { job_id: string };

export interface JobList { jobs: ListedJob[]; next_cursor: string | null }

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

export interface Key {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  key?: string; // only in the answer that creates it
}

export interface Endpoint {
  id: string;
  url: string;
  description: string;
  channels: string[];
  disabled: boolean;
  disabled_reason: string | null;
  created_at: string;
  secret?: string; // only in the answer that creates it
}

export interface Delivery {
  id: string;
  message_id: string;
  endpoint_id: string | null; // null: sent to the address that the request named
  url: string;
  job_id: string;
  status: "pending" | "succeeded" | "failed";
  attempts: { at: string; status_code: number | null; error: string | null; duration: number }[];
  next_attempt_at: string | null;
}

export interface UsageRow { day: string; type: string; pages: number; jobs: number; failures: number; seconds: number }
