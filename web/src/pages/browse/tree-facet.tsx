import { isInProgress } from '@cartouche/client'
import { useEntity } from '@cartouche/react'
import { Checkbox, Skeleton, Text, TextInput, Tree, UnstyledButton, useTree } from '@mantine/core'
import { useEffect, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { chosenOf, toggleBelow } from '../../address/browse-address.ts'
import type { FacetProps } from './facet.tsx'
import { FacetFailure } from './facet-failure.tsx'
import { FacetSection } from './facet-section.tsx'
import { TreeRow } from './tree-row.tsx'
import { useFacetFold } from './use-facet-fold.ts'
import { useNodeMenu } from './use-node-menu.ts'
import { WithoutValue } from './without-value.tsx'
import { nodeOfMore, treeData, useFacetTree } from './use-facet-tree.ts'
import classes from './facets.module.css'

/** Roots from how many on they can be searched. */
const searchFrom = 8

/** Which nodes are open, by value. */
type Expanded = Record<string, boolean>

interface TreeFacetProps extends FacetProps {
  /** Resource path of the nodes. */
  readonly path: string
}

/**
 * A facet whose values are nodes of a tree: a chosen node stands for everything below it as well. Arrows,
 * Home, End and letters move, Space chooses.
 */
export function TreeFacet({
  field,
  label,
  path,
  values,
  below,
  isWithout,
  isOptional,
  onChange,
  onAnswer,
}: TreeFacetProps) {
  const intl = useIntl()
  const chosen = useMemo(
    () => chosenOf({ values: { [field]: values ?? [] }, below: { [field]: below ?? [] } }, field),
    [values, below, field],
  )
  const { isRead, isFolded, setFolded: fold, setBare } = useFacetFold(field)
  const { tree, counts, hasNoCounts, search, load, loadRoots } = useFacetTree(field, path, chosen, isRead)
  const counted = tree.roots.filter((id) => counts[id] !== undefined)
  const isCounted = counted.length > 0 && counted.length === tree.roots.length
  const isBare = !isWithout && chosen.length === 0 && counted.every((id) => counts[id] === 0)
  useEffect(() => {
    if (isCounted) setBare(isBare)
  }, [setBare, isCounted, isBare])
  const [expanded, setExpanded] = useState<Expanded>({})
  const isSearched = tree.hits !== null
  const [showsAll, setShowsAll] = useState(false)
  const empty = tree.roots.filter((id) => counts[id] === 0 && !chosen.includes(String(id)))
  // A facet without any hit keeps its nodes: it would be a heading alone.
  const isShort = !showsAll && !isSearched && empty.length < tree.roots.length
  const leftOut = isShort
    ? Object.keys(tree.nodes)
        .filter((id) => counts[id] === 0 && !chosen.includes(id))
        .join()
    : ''
  // The tree component resets when its data changes, so counts alone must not change it.
  const data = useMemo(() => {
    const hidden = new Set(leftOut.split(','))
    return treeData(tree, intl.formatMessage({ id: 'action.showMore' }), (id) => hidden.has(String(id)))
  }, [tree, intl, leftOut])
  // What was found is seen at once, wherever it stands.
  const allOpen = useMemo(
    () => Object.fromEntries(Object.keys(tree.nodes).map((id) => [id, true])),
    [tree.nodes],
  )
  const [folded, setFolded] = useState<Expanded>({})
  const controller = useTree({
    multiple: true,
    selectedState: [...chosen],
    expandedState: isSearched ? { ...allOpen, ...folded } : expanded,
    onExpandedStateChange: isSearched ? setFolded : setExpanded,
    onNodeExpand: (value) => {
      const node = tree.nodes[Number(value)]
      if (node?.hasMore && node.children.length === 0) load(node.id)
    },
  })
  const toggle = (value: string): void => {
    const more = nodeOfMore(value)
    if (more === undefined) onChange((now) => toggleBelow(now, field, value))
    else load(more)
  }
  const openMenu = useNodeMenu(field)
  const fulltext = tree.definition.fulltext ?? ''
  const isComing = tree.status === 'registered' || isInProgress(tree.status)
  // Its counts fold it and hide what is empty, which moves what is below.
  const isSettled = tree.roots.length === 0 || isCounted || hasNoCounts
  const isAnswered = !isRead || (tree.hasData && isSettled) || tree.status === 'error'
  useEffect(() => {
    if (isAnswered) onAnswer(field)
  }, [isAnswered, onAnswer, field])
  if (
    isRead &&
    tree.hasData &&
    data.length === 0 &&
    !isWithout &&
    chosen.length === 0 &&
    fulltext === '' &&
    tree.status === 'loaded'
  )
    return null
  return (
    <FacetSection
      label={label}
      chosenCount={chosen.length + Number(isWithout)}
      isOpen={!isFolded}
      onToggle={() => fold(!isFolded)}
    >
      {(tree.total > searchFrom || fulltext !== '') && (
        <TextInput
          size="xs"
          mb={4}
          value={fulltext}
          placeholder={intl.formatMessage({ id: 'tree.find' })}
          aria-label={intl.formatMessage({ id: 'browse.facets.search' }, { field: label })}
          onChange={(event) => {
            setFolded({})
            setExpanded({})
            search(event.currentTarget.value)
          }}
        />
      )}
      {!tree.hasData && isComing && <Skeleton h={14} my={6} ml={4} w="70%" />}
      <HiddenNodes
        ids={tree.hasData ? chosen.filter((id) => tree.nodes[Number(id)] === undefined) : []}
        path={path}
        counts={counts}
        onToggle={toggle}
      />
      {data.length > 0 && (
        <Tree
          data={data}
          tree={controller}
          expandOnClick={false}
          expandOnSpace={false}
          allowRangeSelection={false}
          levelOffset={14}
          aria-label={label}
          aria-busy={isComing}
          onKeyDown={(event) => onTreeKey(event, toggle)}
          onContextMenu={(event) => onTreeMenu(event, openMenu)}
          renderNode={(row) => (
            <TreeRow
              {...row}
              count={counts[row.node.value]}
              isMore={nodeOfMore(row.node.value) !== undefined}
              isLoading={tree.loading.includes(Number(row.node.value))}
              onToggle={toggle}
              onMenu={openMenu}
            />
          )}
        />
      )}
      {tree.hasData && data.length === 0 && fulltext !== '' && (
        <Text className={classes.none}>
          <FormattedMessage id="browse.facets.none" values={{ text: fulltext }} />
        </Text>
      )}
      {tree.status === 'error' && <FacetFailure error={tree.error} onRetry={() => search(fulltext)} />}
      {tree.hasMoreResults && (
        <UnstyledButton className={classes.more} onClick={loadRoots}>
          <FormattedMessage id="action.showMore" />
        </UnstyledButton>
      )}
      {!isSearched && empty.length > 0 && empty.length < tree.roots.length && (
        <UnstyledButton className={classes.more} onClick={() => setShowsAll(!showsAll)}>
          <FormattedMessage
            id={showsAll ? 'browse.facets.hideEmpty' : 'browse.facets.showEmpty'}
            values={{ count: empty.length }}
          />
        </UnstyledButton>
      )}
      {isOptional && <WithoutValue field={field} label={label} isWithout={isWithout} onChange={onChange} />}
    </FacetSection>
  )
}

interface HiddenNodesProps {
  readonly ids: readonly string[]
  readonly path: string
  readonly counts: Readonly<Record<string, number>>
  readonly onToggle: (id: string) => void
}

/** Chosen nodes that no opened level and no search shows: what is chosen is always seen. */
function HiddenNodes({ ids, path, counts, onToggle }: HiddenNodesProps) {
  if (ids.length === 0) return null
  return (
    <ul className={`${classes.values} ${classes.chosenAside}`}>
      {ids.map((id) => (
        <HiddenNode key={id} id={id} path={path} count={counts[id]} onToggle={() => onToggle(id)} />
      ))}
    </ul>
  )
}

function HiddenNode({
  id,
  path,
  count,
  onToggle,
}: {
  readonly id: string
  readonly path: string
  readonly count: number | undefined
  readonly onToggle: () => void
}) {
  const { data } = useEntity(path, Number(id))
  return (
    <li className={classes.value}>
      <Checkbox
        size="xs"
        checked
        onChange={onToggle}
        label={<span className={classes.name}>{data?.name ?? id}</span>}
        classNames={{ body: classes.checkBody ?? '', labelWrapper: classes.checkLabel ?? '' }}
      />
      <span className={classes.count}>{count !== undefined && <FormattedNumber value={count} />}</span>
    </li>
  )
}

/** Opens the menu of the row that was meant by the right button, the menu key or Shift+F10. */
function onTreeMenu(event: MouseEvent<HTMLElement>, openMenu: ReturnType<typeof useNodeMenu>): void {
  const item = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]')
  const value = item?.dataset['value'] ?? ''
  if (!item || nodeOfMore(value) !== undefined) return
  event.preventDefault()
  const { clientX: x, clientY: y } = event
  openMenu({ value, label: item.querySelector('[data-name]')?.textContent ?? value }, { x, y }, item)
}

/**
 * What the tree component leaves open of the pattern of trees: Space and Enter choose, Home and End go to the
 * ends, a letter to the next node that begins with it.
 */
function onTreeKey(event: KeyboardEvent<HTMLElement>, toggle: (value: string) => void): void {
  const item = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]')
  if (!item || event.ctrlKey || event.metaKey || event.altKey) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')]
  const at = items.indexOf(item)
  const textOf = (one: HTMLElement | undefined): string =>
    one?.querySelector('[data-name]')?.textContent?.toLowerCase() ?? ''
  const next =
    event.key === 'Home'
      ? items[0]
      : event.key === 'End'
        ? items.at(-1)
        : event.key.length === 1 && event.key !== ' '
          ? [...items.slice(at + 1), ...items.slice(0, at)].find((one) =>
              textOf(one).startsWith(event.key.toLowerCase()),
            )
          : undefined
  if (next === undefined && event.key !== ' ' && event.key !== 'Enter') return
  event.preventDefault()
  if (next === undefined) toggle(item.dataset['value'] ?? '')
  next?.focus()
}
