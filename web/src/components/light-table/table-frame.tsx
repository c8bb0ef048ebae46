import { boundsOf, type Rect } from './table-layout.ts'
import classes from './light-table.module.css'

interface TableFrameProps {
  /** Rectangles of what is selected; the corners of the frame around them resize it. */
  readonly selected: readonly Rect[]
  readonly mayArrange: boolean
  readonly lines: readonly Rect[]
  readonly lasso: Rect | null
  /** Px for each unit, as the table is drawn. */
  readonly zoom: number
}

const corners = ['nw', 'ne', 'sw', 'se'] as const

/** What is drawn over the pictures: the frame of the selection, lines that a drag snapped to, the lasso. */
export function TableFrame({ selected, mayArrange, lines, lasso, zoom }: TableFrameProps) {
  const bounds = mayArrange ? boundsOf(selected) : null
  const toStyle = ({ x, y, width, height }: Rect) => ({
    left: x * zoom,
    top: y * zoom,
    width: width * zoom,
    height: height * zoom,
  })
  return (
    <div aria-hidden>
      {bounds && (
        <div className={classes.frame} style={toStyle(bounds)}>
          {corners.map((corner) => (
            <span key={corner} className={classes.corner} data-corner={corner} />
          ))}
        </div>
      )}
      {lines.map((line) => (
        <div key={line.width === 0 ? 'x' : 'y'} className={classes.line} style={toStyle(line)} />
      ))}
      {lasso && <div className={classes.lasso} style={toStyle(lasso)} />}
    </div>
  )
}
