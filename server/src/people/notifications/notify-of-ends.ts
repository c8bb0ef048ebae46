import type { Database } from '../../ground/database/database.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { dayText } from '../../ground/day-text.ts'
import { takeNearEnds, type NearEnd } from './ends.sql.ts'
import type { Notice } from './notice.ts'
import { notify } from './notify.ts'

/** Ends of one turn. */
const atOnce = 500
/** Up to so many assets, each has a notification with its name; of more, one says how many there are. */
const maxNamed = 3

/** Notifies people of what of theirs ends within three days, each end once. */
export async function notifyOfEnds(database: Database): Promise<void> {
  for (;;) {
    const notified = await withTransaction(database, async (transaction) => {
      const ends = await takeNearEnds(transaction, atOnce)
      for (const [owner, own] of Map.groupBy(ends, ({ owner_id }) => owner_id))
        for (const notice of noticesOf(own)) await notify(transaction, [owner], notice)
      return ends.length
    })
    if (notified < atOnce) return
  }
}

function noticesOf(ends: readonly NearEnd[]): Notice[] {
  const assets = ends.filter(({ kind }) => kind === 'asset')
  const [first] = assets
  if (!first || assets.length <= maxNamed) return ends.map(noticeOf)
  const count = assets.length
  return [
    ...ends.filter(({ kind }) => kind !== 'asset').map(noticeOf),
    {
      type: 'expiry_near',
      link: `/browse?from.validuntil=${dayOf(first.ends_at)}&until.validuntil=${dayOf(assets.at(-1)?.ends_at ?? first.ends_at)}`,
      data: { kind: 'asset', count },
      title: {
        en: `${count} of your assets are valid for three more days at most`,
        fr: `${count} de vos médias ne sont plus valables que trois jours au plus`,
      },
    },
  ]
}

function noticeOf({ kind, subject, name, path, ends_at }: NearEnd): Notice {
  const on = { en: dayText('en', ends_at), fr: dayText('fr', ends_at) }
  const titles = {
    cart: {
      en: `Your cart “${name}” ends on ${on.en}`,
      fr: `Votre panier « ${name} » prend fin le ${on.fr}`,
    },
    share: {
      en: `Your link to “${name}” ends on ${on.en}`,
      fr: `Votre lien vers « ${name} » prend fin le ${on.fr}`,
    },
    asset: { en: `“${name}” is valid until ${on.en}`, fr: `« ${name} » est valable jusqu’au ${on.fr}` },
  }
  return {
    type: 'expiry_near',
    title: titles[kind],
    link: path,
    data: { kind, subject, endsAt: ends_at.toISOString() },
  }
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
