import { columns } from './columns/columns.ts'
import type { AnyComponent } from './component/define-component.ts'
import { picture } from './picture/picture.ts'
import { text } from './text/text.ts'

/** Every component that pages are built of, by the name that widgets have. */
export const components = { text, picture, columns } as const satisfies Readonly<Record<string, AnyComponent>>
