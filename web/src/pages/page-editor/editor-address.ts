import type { AddressParams } from '../../address/search-params.ts'
import type { Slot } from './outline.ts'

/** What the editor shows at the side, and how wide the page is shown. */
export interface EditorState {
  /** A widget, a slot of one, or the page itself. */
  readonly selected: number | Slot | undefined
  readonly width: PreviewWidth
}

/** Widths of the preview; all there is by default. */
export const previewWidths = ['desktop', 'tablet', 'phone'] as const
export type PreviewWidth = (typeof previewWidths)[number]

/** Reads `widget`, `slot` and `width`; what cannot be read is the default. */
export function readEditorAddress(params: AddressParams): EditorState {
  const text = (name: string): string => [params[name] ?? ''].flat()[0] ?? ''
  const id = /^\d{1,15}$/.test(text('widget')) ? Number(text('widget')) : undefined
  const slot = params['slot'] === undefined ? undefined : text('slot')
  return {
    selected: id === undefined ? undefined : slot === undefined ? id : { owner: id, slot: slotNamed(slot) },
    width: previewWidths.find((width) => width === params['width']) ?? 'desktop',
  }
}

/** The opposite of {@link readEditorAddress}; what is the default leaves no trace. */
export function writeEditorAddress({ selected, width }: EditorState): AddressParams {
  const place: AddressParams =
    selected === undefined
      ? {}
      : typeof selected === 'number'
        ? { widget: String(selected) }
        : { widget: String(selected.owner), slot: selected.slot === '' ? firstSlot : selected.slot }
  return { ...place, ...(width === 'desktop' ? {} : { width }) }
}

/** An address has no empty parameter: the slot without a name is the first. */
const firstSlot = 'first'
const slotNamed = (slot: string): string => (slot === firstSlot ? '' : slot)
