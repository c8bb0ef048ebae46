import type { Cart } from '@cartouche/contract'
import { Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import type { TextId } from '../../translations/texts.ts'
import { CartCard, type CartCardProps } from './cart-card.tsx'
import classes from './carts.module.css'

/** Carts under one heading. */
export interface CartSection {
  readonly heading: TextId
  readonly carts: readonly Cart[]
}

type Row = { readonly key: string } & (
  | { readonly heading: TextId; readonly count: number }
  | { readonly carts: readonly Cart[] }
)

const gapPx = 20
const factsPx = 78
const headingPx = 44

/**
 * Carts as cards under their headings. Only the rows near the window are in the page, however many there are.
 */
export function CartsWall({
  sections,
  ...actions
}: { readonly sections: readonly CartSection[] } & Omit<CartCardProps, 'cart'>) {
  const scroller = useRef<HTMLDivElement>(null)
  const { ref, width } = useElementSize<HTMLDivElement>()
  const columns = Math.max(width < 560 ? 2 : 3, Math.floor((width + gapPx) / (230 + gapPx)))
  const coverPx = ((width - (columns - 1) * gapPx) / columns) * (2 / 3)
  const rows = width === 0 ? [] : rowsOf(sections, columns)
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is read in this component alone, nothing memoized receives it
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    overscan: 2,
    useFlushSync: false,
    estimateSize: (index) => {
      const row = rows[index]
      return row !== undefined && 'heading' in row ? headingPx : coverPx + factsPx + gapPx
    },
    getItemKey: (index) => `${columns} ${Math.round(coverPx)} ${rows[index]?.key ?? index}`,
  })
  return (
    <div ref={scroller} className={classes.scroller}>
      <div ref={ref} className={classes.wall} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <div
              key={row.key}
              className={classes.row}
              style={{
                transform: `translateY(${start}px)`,
                height: size,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
            >
              {'heading' in row ? (
                <Title order={2} className={classes.heading}>
                  <FormattedMessage id={row.heading} />{' '}
                  <span className={classes.count}>
                    <FormattedNumber value={row.count} />
                  </span>
                </Title>
              ) : (
                row.carts.map((cart) => <CartCard key={cart.id} cart={cart} {...actions} />)
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function rowsOf(sections: readonly CartSection[], columns: number): Row[] {
  return sections
    .filter(({ carts }) => carts.length > 0)
    .flatMap(({ heading, carts }) => [
      { key: heading, heading, count: carts.length },
      ...Array.from({ length: Math.ceil(carts.length / columns) }, (_, at) => ({
        key: `${heading} ${at}`,
        carts: carts.slice(at * columns, (at + 1) * columns),
      })),
    ])
}
