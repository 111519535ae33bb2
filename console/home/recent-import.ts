/** An import as home shows it. */
export interface RecentImport {
  id: string;
  status: string;
  file_name: string;
  total_rows: number | null;
  failed_rows: number;
  created_at: string;
}
