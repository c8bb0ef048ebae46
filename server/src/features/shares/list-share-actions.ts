import { shareActions, type ShareAction } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { labelIn, type Label } from '../../model/schemas/schema.ts'

const labels: Readonly<Record<ShareAction, Label>> = {
  view: { en: 'View', fr: 'Voir' },
  download: { en: 'Download single files', fr: 'Télécharger les fichiers un par un' },
  zip: { en: 'Download everything as an archive', fr: 'Tout télécharger dans une archive' },
}

/** Actions that a share can allow. */
export async function listShareActions({ locale }: Context): Promise<{ code: ShareAction; name: string }[]> {
  return shareActions.map((code) => ({ code, name: labelIn(labels[code], locale) }))
}
