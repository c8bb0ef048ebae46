/** Rows of the tables about how much files take, and how much they may. */
export interface StorageTables {
  storage_limit: { resource: 'user' | 'role'; id: number; size_bytes: number | null; files: number | null }
  storage_use: { owner_id: number; size_bytes: number; files: number }
}
