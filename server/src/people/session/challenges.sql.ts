import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { createToken, hashToken } from './tokens.ts'

/**
 * What is waited for: a second factor, its enrolment before the first sign-in, a passkey's answer, its
 * registration, a provider's answer, the end of the session at a provider, the proof of the signed-in user, a
 * password that must be changed.
 */
export type ChallengeKind =
  | 'factor'
  | 'enrolment'
  | 'passkey'
  | 'registration'
  | 'single-sign-on'
  | 'provider-session'
  | 'proof'
  | 'password'

/** A challenge that is not over. */
export interface Challenge {
  readonly kind: ChallengeKind
  readonly user_id: number | null
  readonly data: Readonly<Record<string, unknown>>
}

/** Keeps a challenge. @returns the token that stands for it, known to the client alone. */
export async function insertChallenge(
  database: Database,
  { kind, user_id, data }: Challenge,
  lifetimeSeconds: number,
): Promise<string> {
  const token = createToken()
  await sql`
    insert into challenge (token_sha256, kind, user_id, data, expires_at)
    values (${hashToken(token)}, ${kind}, ${user_id}, ${JSON.stringify(data)}::jsonb, now() + ${lifetimeSeconds} * interval '1 second')
  `.execute(database)
  return token
}

/** The challenge that a token stands for; undefined where it is over or of another kind. */
export async function selectChallenge(
  database: Database,
  token: string,
  kind: ChallengeKind,
): Promise<Challenge | undefined> {
  const { rows } =
    await sql<Challenge>`select kind, user_id, data from challenge where token_sha256 = ${hashToken(token)} and kind = ${kind} and expires_at > now()`.execute(
      database,
    )
  return rows[0]
}

/** Takes a challenge away: of two that come with the same token, one gets it. */
export async function deleteChallenge(
  database: Database,
  token: string,
  kind: ChallengeKind,
): Promise<Challenge | undefined> {
  const { rows } =
    await sql<Challenge>`delete from challenge where token_sha256 = ${hashToken(token)} and kind = ${kind} and expires_at > now() returning kind, user_id, data`.execute(
      database,
    )
  return rows[0]
}

/** Adds to what is known of a challenge. */
export async function updateChallenge(
  database: Database,
  token: string,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`update challenge set data = data || ${JSON.stringify(data)}::jsonb where token_sha256 = ${hashToken(token)}`.execute(
    database,
  )
}

/** Ends what a user is asked for. */
export async function deleteChallengesOf(database: Database, userId: number): Promise<void> {
  await database.deleteFrom('challenge').where('user_id', '=', userId).execute()
}

/** Removes some of the challenges that are over. */
export async function deleteOldChallenges(database: Database): Promise<void> {
  await sql`delete from challenge where token_sha256 in (select token_sha256 from challenge where expires_at < now() limit 100)`.execute(
    database,
  )
}
