import { isAlias, resourceAliases } from '../resource-aliases.ts'

/** What pages are made of. */
export type PartResource = (typeof resourceAliases)[keyof typeof resourceAliases]

/** One step of a path: a page, a widget or a file. */
export interface PartStep {
  readonly resource: PartResource
  readonly id: number
}

/** Widgets that stand in one another, at most, with their page. */
export const maxPartDepth = 20
const nameOf = Object.fromEntries(
  Object.entries(resourceAliases).map(([name, resource]) => [resource, name]),
) as Record<PartResource, string>

/**
 * The path of a page, of a widget or of a file: of what it stands in, then its own name and id, as
 * `clubwedpagedesc_12_clubwedwidget_7`.
 * @source data-layer §9: widget path scheme
 */
export function partPath({ resource, id }: PartStep, parent = ''): string {
  return `${parent === '' ? '' : `${parent}_`}${nameOf[resource]}_${id}`
}

/**
 * The steps of a path, from the page (or the component) to the part itself; undefined where it is none: a
 * page stands in nothing, and nothing stands in a file.
 */
export function partSteps(path: string): readonly PartStep[] | undefined {
  const words = path.split('_')
  if (words.length % 2 === 1 || words.length > 2 * maxPartDepth) return undefined
  const steps: PartStep[] = []
  for (let at = 0; at < words.length; at += 2) {
    const [name = '', number = ''] = words.slice(at, at + 2)
    if (!isAlias(name) || !/^[1-9]\d{0,14}$/.test(number)) return undefined
    steps.push({ resource: resourceAliases[name], id: Number(number) })
  }
  return steps.every(({ resource }, at) => fits(resource, at, steps.length)) ? steps : undefined
}

function fits(resource: PartResource, at: number, length: number): boolean {
  if (resource === 'page') return at === 0
  return resource === 'pagewidget' || (at > 0 && at === length - 1)
}
