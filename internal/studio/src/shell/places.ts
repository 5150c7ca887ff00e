// The views that the navigation leads to.

export interface Place {
  path: string;   // the first segment behind /studio
  label: string;
  letter: string; // the key after g
}

export const places: Place[] = [
  { path: "new", label: "New", letter: "n" },
  { path: "jobs", label: "Jobs", letter: "j" },
  { path: "usage", label: "Usage", letter: "u" },
  { path: "webhooks", label: "Webhooks", letter: "w" },
  { path: "keys", label: "Keys", letter: "k" },
];
