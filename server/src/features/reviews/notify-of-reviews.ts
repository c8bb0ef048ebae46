import type { Context } from '../../access/context.ts'
import type { Database } from '../../ground/database/database.ts'
import { dayText } from '../../ground/day-text.ts'
import { selectNames } from '../../model/entities/entities.sql.ts'
import { announce } from '../../people/live/announce.ts'
import { notifyByMail } from '../../people/notifications/notify-by-mail.ts'
import type { WaitingItem } from './reviews.sql.ts'

/** A sentence about one asset or several, in each language. */
type Sentences = Readonly<
  Record<'en' | 'fr', { readonly one: (name: string) => string; readonly many: (count: number) => string }>
>

/** Has everybody whose list changes read it again. */
export async function announceTodo(
  database: Database,
  items: readonly Pick<WaitingItem, 'reviewers' | 'requesterId'>[],
): Promise<void> {
  const people = new Set(
    items.flatMap(({ reviewers, requesterId }) => [
      ...reviewers,
      ...(requesterId === null ? [] : [requesterId]),
    ]),
  )
  const isOpen = items.some(({ reviewers }) => reviewers.length === 0)
  await announce(database, { kind: 'todo' }, [...people], isOpen ? 'asset' : undefined)
}

/** Notifies reviewers that their decision is asked for. */
export async function notifyRequested(
  context: Context,
  database: Database,
  reviewers: readonly number[],
  { requestId, ids, note, dueAt }: RequestNotice,
): Promise<void> {
  const who = nameOfCaller(context)
  await notify(context, database, reviewers, ids, {
    type: 'review_requested',
    requestId,
    quoted: note,
    due: dueAt,
    link: `/todo?request=${requestId}`,
    sentences: {
      en: {
        one: (name) => `${who} asks for your approval of “${name}”`,
        many: (count) => `${who} asks for your approval of ${count} assets`,
      },
      fr: {
        one: (name) => `${who} vous demande d’approuver « ${name} »`,
        many: (count) => `${who} vous demande d’approuver ${count} médias`,
      },
    },
  })
}

/** Notifies reviewers that a new version of the file made their decision void. */
export async function notifyReopened(
  context: Context,
  database: Database,
  reviewers: readonly number[],
  { requestId, ids }: Pick<RequestNotice, 'requestId' | 'ids'>,
): Promise<void> {
  await notify(context, database, reviewers, ids, {
    type: 'review_requested',
    requestId,
    quoted: '',
    due: null,
    link: `/todo?request=${requestId}`,
    sentences: {
      en: {
        one: (name) => `“${name}” has a new version and waits for your approval again`,
        many: (count) => `${count} assets have new versions and wait for your approval again`,
      },
      fr: {
        one: (name) => `« ${name} » a une nouvelle version et attend de nouveau votre approbation`,
        many: (count) => `${count} médias ont une nouvelle version et attendent de nouveau votre approbation`,
      },
    },
  })
}

/** Notifies whoever submitted assets of the decision, and why. */
export async function notifyDecided(
  context: Context,
  database: Database,
  items: readonly WaitingItem[],
  { state, reason }: { readonly state: 'approved' | 'rejected'; readonly reason: string },
): Promise<void> {
  const who = nameOfCaller(context)
  for (const [requesterId, own] of Map.groupBy(items, (item) => item.requesterId)) {
    if (requesterId === null || isCaller(context, requesterId)) continue
    const [first] = own
    await notify(
      context,
      database,
      [requesterId],
      own.map(({ id }) => id),
      {
        type: 'review_decided',
        requestId: first?.requestId ?? 0,
        quoted: reason,
        due: null,
        link: `/todo?tab=mine`,
        sentences: decided[state](who),
      },
    )
  }
}

const decided: Readonly<Record<'approved' | 'rejected', (who: string) => Sentences>> = {
  approved: (who) => ({
    en: {
      one: (name) => `${who} approved “${name}”`,
      many: (count) => `${who} approved ${count} of your assets`,
    },
    fr: {
      one: (name) => `${who} a approuvé « ${name} »`,
      many: (count) => `${who} a approuvé ${count} de vos médias`,
    },
  }),
  rejected: (who) => ({
    en: {
      one: (name) => `${who} rejected “${name}”`,
      many: (count) => `${who} rejected ${count} of your assets`,
    },
    fr: {
      one: (name) => `${who} a refusé « ${name} »`,
      many: (count) => `${who} a refusé ${count} de vos médias`,
    },
  }),
}

interface RequestNotice {
  readonly requestId: number
  readonly ids: readonly number[]
  readonly note: string
  readonly dueAt: string | null
}

async function notify(
  context: Context,
  database: Database,
  to: readonly number[],
  ids: readonly number[],
  {
    type,
    requestId,
    quoted,
    due,
    link,
    sentences,
  }: {
    readonly type: 'review_requested' | 'review_decided'
    readonly requestId: number
    readonly quoted: string
    readonly due: string | null
    readonly link: string
    readonly sentences: Sentences
  },
): Promise<void> {
  const people = to.filter((one) => !isCaller(context, one))
  const [id = 0] = ids
  const name = (await selectNames(database, 'asset', [id])).get(id)?.['en'] ?? String(id)
  const say = (language: 'en' | 'fr'): string =>
    (ids.length === 1 ? sentences[language].one(name) : sentences[language].many(ids.length)) +
    (due === null ? '' : untilDay(language, due))
  await notifyByMail(context, database, people, {
    type,
    title: { en: say('en'), fr: say('fr') },
    link,
    data: { request: requestId, ...(ids.length === 1 ? { id } : { count: ids.length }) },
    quoted,
    baseUrl: context.request.baseUrl,
  })
}

function untilDay(language: 'en' | 'fr', due: string): string {
  const day = dayText(language, new Date(due))
  return language === 'fr' ? ` avant le ${day}` : ` by ${day}`
}

const nameOfCaller = ({ identity }: Context): string => ('name' in identity ? identity.name : 'Cartouche')
const isCaller = ({ identity }: Context, id: number): boolean =>
  identity.kind === 'user' && identity.id === id
