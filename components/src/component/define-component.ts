import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Asset } from './asset.ts'

/** A text of the editor, in its two languages. */
export interface Label {
  readonly en: string
  readonly fr: string
}

/** Assets that match a query, in its language as JSON. */
export interface AssetQuery {
  readonly query: Readonly<Record<string, unknown>>
  readonly orderby: string
  readonly max: number
}

/**
 * What a component shows beside its properties. The server reads it for all widgets of a page at once, as the
 * reader of the page: what they may not see is missing.
 */
export interface Needs {
  /** Ids of assets. */
  readonly assets?: readonly number[]
  /** Ids of assets whose files are offered as they are. */
  readonly files?: readonly number[]
  /** What its links lead to by their ids, as `page:12`. */
  readonly links?: readonly string[]
  readonly search?: AssetQuery | undefined
  /** The address of another page whose widgets stand here. */
  readonly page?: string | undefined
}

/** What a renderer is given. */
export interface Rendering<Props> {
  /** Of the widget; distinguishes parts of a page. */
  readonly id: number
  readonly props: Props
  /** An asset by id; undefined where it is gone or may not be seen. */
  readonly asset: (id: number | null) => Asset | undefined
  /** The address of what a link leads to; undefined where that is gone or may not be seen. */
  readonly link: (link: string) => string | undefined
  /** What `needs.search` found, in its order. */
  readonly found: readonly Asset[]
  /** The widgets of a slot, rendered, in their order; those of the page that was asked for stand in `''`. */
  readonly slot: (name: string) => readonly ReactNode[]
  /** The language of the page: for texts that nobody wrote into it. */
  readonly locale: 'en' | 'fr'
}

/** A component of pages: its properties, what it needs, how it is drawn and what it looks like. */
export interface Component<Shape extends z.ZodRawShape = z.ZodRawShape> {
  /** As widgets name it. */
  readonly name: string
  readonly label: Label
  /** Each property has a default, so that nothing is ever missing. */
  readonly props: z.ZodObject<Shape>
  /** The property that the text of the widget stands for, where it has none of its own. */
  readonly valueProp?: string
  /** Where other widgets stand in it. */
  readonly slots: readonly string[]
  readonly needs: (props: z.output<z.ZodObject<Shape>>) => Needs
  /**
   * Gives plain markup, without scripts, handlers or styles of its own; null where there is nothing to
   * show.
   */
  readonly render: (rendering: Rendering<z.output<z.ZodObject<Shape>>>) => ReactNode
  /** Rules for what it draws. Colours and sizes come from the variables of `page-style.ts`. */
  readonly style: string
}

/** A component whatever its properties are. */
export type AnyComponent = Omit<Component, 'needs' | 'render'> & {
  readonly needs: (props: never) => Needs
  readonly render: (rendering: Rendering<never>) => ReactNode
}

/** Defines a component: its properties decide what its renderer is given. */
export function defineComponent<const Shape extends z.ZodRawShape>(
  component: Component<Shape>,
): Component<Shape> {
  return component
}
