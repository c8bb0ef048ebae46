import type { Generated } from 'kysely'
import type { Instant, Json, OptionalInstant } from './column-types.ts'

/** Rows of the tables about who signs in, by what, and their sessions. */
export interface SignInTables {
  credential: {
    resource: 'user' | 'application'
    id: number
    login: string
    password_hash: string | null
    must_change: Generated<boolean>
    disabled: Generated<boolean>
    changed_at: Instant
    installed_hash: string | null
    calls_per_minute: number | null
    calls_per_day: number | null
  }
  session: {
    access_sha256: string
    refresh_sha256: string
    family: string
    resource: 'user' | 'application'
    entity_id: number
    csrf_token: string
    cookie: boolean
    lifetime_seconds: number
    created_at: Instant
    replaced_at: OptionalInstant
    expires_at: Instant
    refresh_expires_at: Instant
    key_id: number | null
  }
  session_use: {
    family: string
    device: string
    network: string
    method: string
    seen_at: Generated<Date>
    proven_at: OptionalInstant
  }
  factor_key: { is_only: Generated<boolean>; key: Buffer }
  totp: {
    resource: Generated<'user'>
    user_id: number
    secret: Buffer
    confirmed_at: OptionalInstant
    last_step: Generated<number>
  }
  recovery_code: {
    resource: Generated<'user'>
    user_id: number
    code_sha256: string
    used_at: OptionalInstant
  }
  passkey: {
    id: string
    resource: Generated<'user'>
    user_id: number
    name: string
    host: string
    public_key: Buffer
    counter: number
    transports: string[]
    is_synced: boolean
    created_at: Generated<Date>
    used_at: OptionalInstant
  }
  challenge: {
    token_sha256: string
    kind: string
    resource: Generated<'user'>
    user_id: number | null
    data: Json<Record<string, unknown>>
    expires_at: Instant
  }
  single_sign_on: {
    provider: string
    subject: string
    resource: Generated<'user'>
    user_id: number
    created_at: Generated<Date>
  }
  guess: { subject: string; failures: number; last_failed_at: Instant; blocked_until: OptionalInstant }
}
