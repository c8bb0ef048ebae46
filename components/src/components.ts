import { action } from './action/action.ts'
import { columns } from './columns/columns.ts'
import type { AnyComponent } from './component/define-component.ts'
import { document, files } from './document/document.ts'
import { audio, video } from './film/film.ts'
import { gallery } from './gallery/gallery.ts'
import { inside } from './inside/inside.ts'
import { picture } from './picture/picture.ts'
import { text } from './text/text.ts'

/** Every component that pages are built of, by the name that widgets have. */
export const components = {
  text,
  picture,
  gallery,
  video,
  audio,
  document,
  files,
  columns,
  action,
  page: inside,
} as const satisfies Readonly<Record<string, AnyComponent>>
