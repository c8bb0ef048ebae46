import type { EntityData, FileValue, LinkedEntity } from '@cartouche/contract/wire'

/** What a page or a widget is set to: by name. */
export type Props = Readonly<Record<string, unknown>>

/** How applications name templates, features and components. */
export interface Named {
  readonly name: string
}

/** A page as the server has it, without what stands in it. @source data-layer §3 CMS page */
export interface PageRecord {
  readonly id: number
  /** What the server counts its changes by; a save is based on it. */
  readonly $version: number | undefined
  /** When it was changed last, ISO 8601; null where the server does not say. */
  readonly modifiedat: string | null
  readonly name: string
  /** Its address; empty where it has none. */
  readonly path: string
  /** Counts how often it was published. */
  readonly version: number
  readonly status: LinkedEntity | null
  /** Whether it is open to everybody once it is published. */
  readonly public: boolean
  readonly props: Props
  /** Its texts in other languages, by `{property}_{language}`, as `title_fr`. */
  readonly translations: Props
  readonly parent: LinkedEntity | null
  readonly template: Named | null
  readonly features: readonly Named[]
  readonly validchildren: readonly LinkedEntity[]
  /** The page that this one is the working copy of. */
  readonly copietravail: LinkedEntity | null
}

/** A widget as the server has it, without what stands in it. @source data-layer §3 CMS page: Widget */
export interface WidgetRecord {
  readonly id: number
  readonly $version: number | undefined
  /** When it was changed last, ISO 8601; null where the server does not say. */
  readonly modifiedat: string | null
  readonly name: string
  /** Path of the place where it stands; empty for a component. */
  readonly parent: string
  /** The part of that place; empty where it has one only. */
  readonly slot: string
  readonly position: number
  readonly enabled: boolean
  readonly value: string | null
  readonly props: Props
  /** Its texts in other languages, by `{property}_{language}`, as `html_fr`. */
  readonly translations: Props
  readonly component: Named | null
  readonly features: readonly Named[]
  readonly validchildren: readonly LinkedEntity[]
  /** The component that it is a copy of. */
  readonly mastercomponent: LinkedEntity | null
}

/** A file of a widget or a page. @source data-layer §3 CMS page: Page file attachment */
export interface PageFile {
  readonly id: number
  /** The property that it stands for. */
  readonly name: string
  readonly file: FileValue | null
  readonly modified: string | null
  /** Path of the widget, or of the page. */
  readonly parent: string
}

/** A page from an answer. */
export function toPage(data: EntityData): PageRecord {
  return {
    id: data.id,
    $version: data.$version,
    modifiedat: timeOf(data['modifiedat']),
    name: data.name ?? '',
    path: textOf(data['path']),
    version: Number(data['version'] ?? 0),
    status: linkOf(data['status']),
    public: data['public'] === true,
    props: propsOf(data['props']),
    translations: propsOf(data['translations']),
    parent: linkOf(data['parent']),
    template: namedOf(data['template']),
    features: listOf(data['features'], namedOf),
    validchildren: listOf(data['validchildren'], linkOf),
    copietravail: linkOf(data['copietravail']),
  }
}

/** A widget from an answer. */
export function toWidget(data: EntityData): WidgetRecord {
  const { value } = data
  return {
    id: data.id,
    $version: data.$version,
    modifiedat: timeOf(data['modifiedat']),
    name: data.name ?? '',
    parent: textOf(data['parent']),
    slot: textOf(data['slot']),
    position: Number(data['position'] ?? 0),
    enabled: data['enabled'] !== false,
    value: typeof value === 'string' ? value : null,
    props: propsOf(data['props']),
    translations: propsOf(data['translations']),
    component: namedOf(data['component']),
    features: listOf(data['features'], namedOf),
    validchildren: listOf(data['validchildren'], linkOf),
    mastercomponent: linkOf(data['mastercomponent']),
  }
}

/** A file from an answer. */
export function toPageFile(data: EntityData): PageFile {
  const { file } = data
  return {
    id: data.id,
    name: data.name ?? '',
    file: isObject(file) ? (file as unknown as FileValue) : null,
    modified: timeOf(data['modified']),
    parent: textOf(data['parent']),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function timeOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function linkOf(value: unknown): LinkedEntity | null {
  return isObject(value) && typeof value['id'] === 'number' ? (value as LinkedEntity) : null
}

function namedOf(value: unknown): Named | null {
  return isObject(value) && typeof value['name'] === 'string' ? { name: value['name'] } : null
}

function listOf<Item>(value: unknown, toItem: (one: unknown) => Item | null): readonly Item[] {
  return Array.isArray(value) ? value.flatMap((one: unknown) => toItem(one) ?? []) : []
}

/** The wire has properties as a text of JSON. What is no object sets nothing. */
function propsOf(value: unknown): Props {
  if (isObject(value)) return value
  try {
    const parsed: unknown = JSON.parse(textOf(value))
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}
