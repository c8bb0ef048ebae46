import type { NotificationType } from '@cartouche/contract'

/** What people are notified of. */
export interface Notice {
  readonly type: NotificationType
  /** One sentence in each language. Names in it are those of now. */
  readonly title: Readonly<Record<'en' | 'fr', string>>
  /** Path of the web application that shows what it is about: `/carts/12`. */
  readonly link: string
  /** What else clients may want to know, as ids; small. */
  readonly data?: object
}
