import type { AddressParams } from '../../address/search-params.ts'
import type { Slot } from './outline.ts'

/** What the editor shows at the side, and how wide the page is shown. */
export interface EditorState {
  /** A widget, a slot of one, or the page itself. */
  readonly selected: number | Slot | undefined
  readonly width: PreviewWidth
  /** The page beside which this one is shown, with what is different, in place of the editor. */
  readonly compare?: number | undefined
  /** The language that is shown and edited; the page's own by default. */
  readonly language?: string | undefined
  /** Whether all texts are shown beside their translations, in place of the preview. */
  readonly isBeside?: boolean | undefined
}

/** Widths of the preview; all there is by default. */
export const previewWidths = ['desktop', 'tablet', 'phone'] as const
export type PreviewWidth = (typeof previewWidths)[number]

/**
 * Reads `widget`, `slot`, `width`, `compare`, `language` and `beside`; what cannot be read is the default.
 */
export function readEditorAddress(params: AddressParams): EditorState {
  const text = (name: string): string => [params[name] ?? ''].flat()[0] ?? ''
  const idOf = (name: string): number | undefined =>
    /^\d{1,15}$/.test(text(name)) ? Number(text(name)) : undefined
  const id = idOf('widget')
  const compare = idOf('compare')
  const slot = params['slot'] === undefined ? undefined : text('slot')
  return {
    selected: id === undefined ? undefined : slot === undefined ? id : { owner: id, slot: slotNamed(slot) },
    width: previewWidths.find((width) => width === params['width']) ?? 'desktop',
    ...(compare === undefined ? {} : { compare }),
    ...(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text('language')) ? { language: text('language') } : {}),
    ...(text('beside') === '1' ? { isBeside: true } : {}),
  }
}

/** The opposite of {@link readEditorAddress}; what is the default leaves no trace. */
export function writeEditorAddress({
  selected,
  width,
  compare,
  language,
  isBeside,
}: EditorState): AddressParams {
  const place: AddressParams =
    selected === undefined
      ? {}
      : typeof selected === 'number'
        ? { widget: String(selected) }
        : { widget: String(selected.owner), slot: selected.slot === '' ? firstSlot : selected.slot }
  return {
    ...place,
    ...(width === 'desktop' ? {} : { width }),
    ...(compare === undefined ? {} : { compare: String(compare) }),
    ...(language === undefined ? {} : { language }),
    ...(isBeside ? { beside: '1' } : {}),
  }
}

/** An address has no empty parameter: the slot without a name is the first. */
const firstSlot = 'first'
const slotNamed = (slot: string): string => (slot === firstSlot ? '' : slot)
