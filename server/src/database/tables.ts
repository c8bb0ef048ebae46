import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Instant = ColumnType<Date, Date | string | undefined, Date | string>
type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** JSON is written as text and read as the value. */
type Json<T> = ColumnType<T, string | undefined, string>

/** Rows of every table, as migrations define them; see `migrations/`. */
export interface Tables {
  resource: { name: string; path: string; domain: string; label: Json<Record<string, string>>; tree_field: string | null; has_workflow: boolean; position: number }
  field: {
    resource: string; name: string; type: string; label: Json<Record<string, string>>; target: string | null; i18n: boolean; i18n_for: string | null
    is_tree: boolean; is_facet: boolean; is_sortable: boolean; fulltext_weight: 'A' | 'B' | 'C' | 'D' | null; group_id: number; taborder: number; cud: Json<Record<string, unknown>>
  }
  entity: {
    resource: string; id: Generated<number>; uuid: Generated<string>; version: Generated<number>; status: number | null; owner_id: number | null
    valid_from: OptionalInstant; valid_until: OptionalInstant; props: Json<Record<string, unknown>>
    created_at: Instant; modified_at: Instant; modified_by: number | null
  }
  link: { resource: string; id: number; field: string; position: number; target_resource: string; target_id: number }
  blob: { sha256: string; size_bytes: number; crc32: number; created_at: Instant }
  entity_file: { resource: string; id: number; sha256: string; file_name: string; media_type: string; facts: Json<Record<string, unknown>> }
  rendition: {
    source_sha256: string; name: string; recipe_version: number; sha256: string | null; media_type: string | null; width: number | null; height: number | null
    error_code: string | null; error_message: string | null; created_at: Instant; stand_in: Generated<boolean>
  }
  facet_value: { id: Generated<number>; resource: string; field: string; key: string }
  search: {
    resource: string; id: number; status: number | null; owner_id: number | null; valid_from: OptionalInstant; valid_until: OptionalInstant
    created_at: Instant; modified_at: Instant; facets: number[]; words: string; keys: JSONColumnType<Record<string, unknown>>
  }
  facet_count: { value_id: number; status: number; count: number }
  facet_delta: { value_id: number; status: number; delta: number }
  word: { resource: string; word: string }
  credential: { resource: 'user' | 'application'; id: number; login: string; password_hash: string; must_change: Generated<boolean>; disabled: Generated<boolean>; changed_at: Instant; installed_hash: string | null }
  session: {
    access_sha256: string; refresh_sha256: string; family: string; resource: 'user' | 'application'; entity_id: number; csrf_token: string; cookie: boolean; lifetime_seconds: number
    created_at: Instant; replaced_at: OptionalInstant; expires_at: Instant; refresh_expires_at: Instant
  }
  guess: { subject: string; failures: number; last_failed_at: Instant; blocked_until: OptionalInstant }
  cart: {
    id: Generated<number>; owner_resource: string; owner_id: number; name: string; description: Generated<string>; type: Generated<string>; is_private: Generated<boolean>
    expires_at: OptionalInstant; version: Generated<number>; created_at: Instant; modified_at: Instant
  }
  cart_item: { cart_id: number; resource: string; entity_id: number; position: Generated<number>; added_by: number | null; added_at: Instant }
  cart_collaborator: { cart_id: number; user_id: number }
  share: {
    id: string; cart_id: number; sharer_resource: string; sharer_id: number; name: string; description: Generated<string>; actions: string[]; password_hash: string | null
    with_descriptions: Generated<boolean>; created_at: Instant; expires_at: Instant; revoked_at: OptionalInstant; opened: Generated<number>; last_opened_at: OptionalInstant
  }
  ticket_key: { is_only: Generated<boolean>; key: Buffer }
  archive: {
    uuid: string; cart_id: number; share_id: string | null; maker_resource: string; maker_id: number; name: string; request: Json<Record<string, unknown>>
    layout: Buffer | null; failure: Json<{ code: string; data: Record<string, string | number> } | null>
    created_at: Instant; expires_at: Instant; downloads: Generated<number>
  }
  contact_sheet: { signature: string; sha256: string; created_at: Instant }
  import_job: { id: Generated<number>; owner_id: number; name: string; is_active: Generated<boolean>; created_at: Instant }
  import_item: {
    id: Generated<number>; uuid: Generated<string>; job_id: number; status: number; sha256: string; file_name: string; folded_name: string; upload_key: string
    inspection: Json<Record<string, unknown> | null>; problems: Json<{ code: string; message: string }[]>; metadata: Json<Record<string, unknown>>
    asset_id: number | null; validated_by: string | null; created_at: Instant; changed_at: Instant
  }
  import_command: {
    id: string; job_id: number; kind: 'edit' | 'validate'; workflow_action: string | null; surfer_id: number; may_create_keywords: Generated<boolean>; created_at: Instant; done_at: OptionalInstant
  }
}
