import type { MarkLabel, MarkPick, MarkScope, ProviderFindings } from '@cartouche/contract'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { ApplicationTables } from './application-tables.ts'
import type { DuplicateTables } from './duplicate-tables.ts'
import type { Instant, Json, OptionalInstant } from './column-types.ts'
import type { ImportTables } from './import-tables.ts'
import type { PictureTables } from './picture-tables.ts'
import type { ReviewTables } from './review-tables.ts'
import type { VisitorTables } from './visitor-tables.ts'
import type { SearchTables } from './search-tables.ts'
import type { SignInTables } from './sign-in-tables.ts'
import type { StorageTables } from './storage-tables.ts'
import type { TrackTables } from './track-tables.ts'
import type { UsageTables } from './usage-tables.ts'

type OptionalJson = ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>

/** Rows of every table, as migrations define them; see `migrations/`. */
export interface Tables
  extends
    ApplicationTables,
    DuplicateTables,
    ImportTables,
    PictureTables,
    ReviewTables,
    VisitorTables,
    SearchTables,
    SignInTables,
    StorageTables,
    TrackTables,
    UsageTables {
  resource: {
    name: string
    path: string
    domain: string
    label: Json<Record<string, string>>
    tree_field: string | null
    has_workflow: boolean
    import_field: Generated<string | null>
    marks: Generated<MarkScope>
    position: number
    shipped: OptionalJson
    readers: Generated<number[]>
    writers: Generated<number[]>
    removed: ColumnType<Record<string, { type: string; target: string | null }>, string | undefined, string>
  }
  field: {
    resource: string
    name: string
    type: string
    label: Json<Record<string, string>>
    target: string | null
    i18n: boolean
    i18n_for: string | null
    is_tree: boolean
    is_facet: boolean
    is_sortable: boolean
    fulltext_weight: 'A' | 'B' | 'C' | 'D' | null
    group_id: number
    taborder: number
    cud: Json<Record<string, unknown>>
    shipped: OptionalJson
  }
  schema_work: {
    resource: string
    kind: 'project' | 'purge'
    fields: Generated<string[]>
    last_id: Generated<number>
    done: Generated<number>
    total: number
    is_done: Generated<boolean>
    started_at: Generated<Date>
    look_again_at: OptionalInstant
  }
  entity: {
    resource: string
    id: Generated<number>
    uuid: Generated<string>
    version: Generated<number>
    status: number | null
    owner_id: number | null
    valid_from: OptionalInstant
    valid_until: OptionalInstant
    props: Json<Record<string, unknown>>
    created_at: Instant
    modified_at: Instant
    modified_by: number | null
  }
  link: {
    resource: string
    id: number
    field: string
    position: number
    target_resource: string
    target_id: number
  }
  blob: { sha256: string; size_bytes: number; crc32: number; created_at: Instant }
  entity_file: {
    resource: string
    id: number
    sha256: string
    file_name: string
    media_type: string
    facts: Json<Record<string, unknown>>
    number: Generated<number | null>
    added_at: Generated<Date | null>
    author_id: number | null
    author_name: string | null
    note: string | null
    restored_from: number | null
  }
  entity_version: {
    resource: string
    id: number
    number: number
    sha256: string
    file_name: string
    media_type: string
    facts: Json<Record<string, unknown>>
    width: number | null
    height: number | null
    added_at: Date | null
    author_id: number | null
    author_name: string | null
    note: string
    restored_from: number | null
  }
  entity_edit: {
    edit_id: Generated<number>
    resource: string
    id: number
    at: Generated<Date>
    author_id: number | null
    author_name: string
    field: string
    before: unknown
    after: unknown
  }
  entity_attachment: {
    resource: string
    id: number
    field: string
    sha256: string
    file_name: string
    media_type: string
  }
  rendition: {
    source_sha256: string
    name: string
    recipe_version: number
    sha256: string | null
    media_type: string | null
    width: number | null
    height: number | null
    error_code: string | null
    error_message: string | null
    created_at: Instant
    stand_in: Generated<boolean>
  }
  fingerprint: {
    sha256: string
    id: Generated<number>
    version: number
    fingerprint: Buffer | null
    xid: Generated<string>
    compared: Generated<boolean>
  }
  reverse_search: {
    resource: string
    entity_id: number
    status: 'pending' | 'done' | 'failed'
    findings: Json<{ id: number; score: number; mirrored: boolean }[]>
    elsewhere: ColumnType<ProviderFindings[], string | undefined, string>
    error: string | null
    submitted_at: Generated<Date>
    done_at: OptionalInstant
  }
  facet_value: { id: Generated<number>; resource: string; field: string; key: string }
  search: {
    resource: string
    id: number
    status: number | null
    owner_id: number | null
    valid_from: OptionalInstant
    valid_until: OptionalInstant
    created_at: Instant
    modified_at: Instant
    facets: number[]
    words: string
    keys: JSONColumnType<Record<string, unknown>>
    links_apart: Generated<boolean>
  }
  role_grant: {
    role_resource: Generated<'role'>
    role_id: number
    position: number
    resource: string
    action: string
    rows: OptionalJson
  }
  shipped_role: {
    role_id: number
    grants: Json<{ resource: string; action: string; rows: Record<string, unknown> | null }[]>
  }
  audit_entry: {
    id: Generated<number>
    at: Generated<Date>
    actor_kind: 'user' | 'application' | 'visitor' | 'nobody' | 'server'
    actor_id: number | null
    actor_name: Generated<string>
    kind: string
    target_resource: string | null
    target_id: string | null
    target_name: Generated<string>
    before: OptionalJson
    after: OptionalJson
    network: Generated<string>
  }
  branding: {
    is_only: Generated<boolean>
    name: string | null
    colour: string | null
    dxm_url: Generated<string>
    rich_text_editor_key: Generated<string>
    spellchecker_key: Generated<string>
    version: Generated<number>
    modified_at: Instant
  }
  branding_image: {
    kind: 'logo' | 'background' | 'favicon'
    sha256: string
    media_type: string
    width: number
    height: number
  }
  cart: {
    id: Generated<number>
    owner_resource: string
    owner_id: number
    name: string
    description: Generated<string>
    type: Generated<string>
    is_private: Generated<boolean>
    expires_at: OptionalInstant
    version: Generated<number>
    created_at: Instant
    modified_at: Instant
    cover_id: number | null
    content: Generated<string>
    followed: Json<Record<string, unknown> | null>
    last_position: Generated<number>
    table_revision: Generated<number>
  }
  cart_item: {
    cart_id: number
    resource: string
    entity_id: number
    position: Generated<number>
    added_by: number | null
    added_at: Instant
    is_followed: Generated<boolean>
    table_x: number | null
    table_y: number | null
    table_width: number | null
    table_layer: number | null
    table_revision: Generated<number>
  }
  cart_exclusion: { cart_id: number; resource: string; entity_id: number }
  cart_collaborator: { cart_id: number; user_id: number; may_edit: Generated<boolean>; added_at: Instant }
  share: {
    id: string
    cart_id: number
    sharer_resource: string
    sharer_id: number
    name: string
    description: Generated<string>
    actions: string[]
    password_hash: string | null
    with_descriptions: Generated<boolean>
    created_at: Instant
    expires_at: Instant
    revoked_at: OptionalInstant
    mode: Generated<'cart' | 'zip'>
    profile: string | null
    uses_max: number | null
    shows_replies: Generated<boolean>
    profiles: string[] | null
    upload_note: Generated<string>
    upload_max_bytes: number | null
    upload_max_files: number | null
    upload_job_id: number | null
  }
  embed: {
    id: Generated<number>
    token_hash: Buffer
    resource: string
    entity_id: number
    author_resource: string
    author_id: number
    variation: string
    sites: string[]
    created_at: Generated<Date>
    expires_at: OptionalInstant
    revoked_at: OptionalInstant
  }
  trash: {
    resource: string
    id: number
    name: string
    deleted_at: Generated<Date>
    deleted_by: number | null
    size_bytes: number
    entity: object
    parts: object
  }
  trash_blob: { resource: string; id: number; sha256: string }
  synonym: {
    id: Generated<number>
    sources: string[]
    words: string[]
    created_at: Generated<Date>
    changed_at: Generated<Date>
  }
  share_admission: { share_id: string; visitor: string; admitted_at: Generated<Date> }
  share_visit: {
    id: Generated<number>
    share_id: string
    at: Generated<Date>
    kind: 'view' | 'item' | 'download' | 'zip' | 'comment' | 'upload'
    resource: string | null
    entity_id: number | null
    visitor: string
    address: string
    agent: string
    visitor_id: number | null
  }
  ticket_key: { is_only: Generated<boolean>; key: Buffer }
  archive: {
    uuid: string
    cart_id: number | null
    list_uuid: string | null
    size_bytes: number | null
    done: Generated<number>
    total: Generated<number>
    mail_base_url: string | null
    share_id: string | null
    maker_resource: string
    maker_id: number
    name: string
    request: Json<Record<string, unknown>>
    layout_etag: string | null
    failure: Json<{ code: string; data: Record<string, string | number> } | null>
    created_at: Instant
    expires_at: Instant
    downloads: Generated<number>
  }
  mail: {
    id: Generated<number>
    recipient: string
    subject: string
    text_body: string
    html_body: string | null
    status: 'kept' | 'waiting' | 'sent' | 'failed'
    attempts: Generated<number>
    reason: string | null
    created_at: Generated<Date>
    tried_at: OptionalInstant
    sent_at: OptionalInstant
  }
  mark: {
    person_id: number
    resource: string
    id: number
    rating: number
    label: MarkLabel | null
    pick: MarkPick | null
  }
  merged_entity: { resource: string; id: number; into_id: number; merged_at: Generated<Date> }
  archive_layout: { etag: string; bytes: Buffer }
  archive_list: {
    uuid: Generated<string>
    maker_resource: string
    maker_id: number
    ids: number[]
    created_at: Generated<Date>
    expires_at: Instant
  }
  download_profile: {
    code: string
    names: Json<Record<string, string>>
    position: number
    rendition: string | null
    recipe: Json<Record<string, unknown> | null>
    embeds_metadata: Generated<boolean>
    version: Generated<number>
    is_built_in: Generated<boolean>
  }
  embedded_file: { signature: string; sha256: string; created_at: Generated<Date> }
  contact_sheet: { signature: string; sha256: string; created_at: Instant }
  preference: {
    user_resource: Generated<string>
    user_id: number
    namespace: string
    key: string
    type: string
    value: string
    changed_at: Instant
  }
  saved_search: {
    id: Generated<number>
    owner_resource: Generated<string>
    owner_id: number
    name: string
    description: Generated<string>
    type: Generated<string>
    is_private: Generated<boolean>
    data: Json<Record<string, unknown>>
    version: Generated<number>
    created_at: Instant
    modified_at: Instant
  }
  saved_search_subscriber: { search_id: number; user_resource: Generated<string>; user_id: number }
  notification: {
    id: Generated<number>
    key: Generated<string>
    user_resource: Generated<'user'>
    user_id: number
    type: string
    title: Json<Record<'en' | 'fr', string>>
    link: string
    data: Json<Record<string, unknown>>
    created_at: Instant
    read_at: OptionalInstant
  }
  told_end: { kind: 'cart' | 'share' | 'asset'; subject: string; ends_at: Instant }
  client_log: {
    id: Generated<number>
    hash: string
    level: number
    message: string
    user_resource: 'user' | 'application' | null
    user_id: number | null
    user_name: Generated<string>
    session: string | null
    user_agent: Generated<string>
    count: Generated<number>
    first_at: Instant
    last_at: Instant
  }
}
