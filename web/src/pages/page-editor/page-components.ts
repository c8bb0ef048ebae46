import {
  components,
  fieldsOf,
  pageProps,
  type AnyComponent,
  type ComponentField,
} from '@cartouche/components'
import type { Widget } from '@cartouche/client'

/** The components that can be put on a page, by name. */
export const palette: readonly AnyComponent[] = Object.values(components)

/** The component of a widget; undefined where another application made it. */
export function componentOf({ component }: Pick<Widget, 'component'>): AnyComponent | undefined {
  const name = component?.name ?? ''
  return Object.hasOwn(components, name) ? components[name as keyof typeof components] : undefined
}

const fields = new Map(palette.map((component) => [component.name, fieldsOf(component.props)]))

/** Options of a component. */
export function fieldsFor({ name }: AnyComponent): readonly ComponentField[] {
  return fields.get(name) ?? []
}

/** Options of a page itself. */
export const pageFields = fieldsOf(pageProps)

/** Slots into which widgets can be put. What shows another page holds none of its own. */
export function containerSlots(widget: Widget): readonly string[] {
  const component = componentOf(widget)
  if (!component || fieldsFor(component).some(({ kind }) => kind === 'page')) return []
  const { count } = widget.props
  const { slots } = component
  // What stands in a column that is not shown for now stays with it.
  const used = slots.filter((slot) => widget.children.some((child) => child.slot === slot))
  return slots.filter((slot, at) => at < (typeof count === 'number' ? count : 2) || used.includes(slot))
}

/** The properties of a widget as its component understands them. */
export function propsOf(
  component: AnyComponent,
  { props, value }: Widget,
): Readonly<Record<string, unknown>> {
  const { valueProp } = component
  return { ...(valueProp !== undefined && value ? { [valueProp]: value } : {}), ...props }
}

/** Some words of what a widget says, for whoever looks for it; empty where it says nothing. */
export function summaryOf({ props, value }: Widget): string {
  const texts = [
    value,
    ...['html', 'title', 'text', 'label', 'caption', 'alt', 'path'].map((name) => props[name]),
  ]
  const found = texts.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? ''
  return found
    .slice(0, 500)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&nbsp;|\s+/g, ' ')
    .trim()
    .slice(0, 80)
}
