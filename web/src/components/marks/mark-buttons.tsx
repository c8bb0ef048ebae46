import { markLabels, maxRating, type MarkChange, type Marks } from '@cartouche/client'
import { IconFlag2, IconFlag2Filled, IconStar, IconStarFilled, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { keyOfLabel } from './mark-keys.ts'
import classes from './marks.module.css'

interface MarkButtonsProps {
  readonly marks: Marks
  readonly onMark: (change: MarkChange) => void
  /** Px; larger for fingers. */
  readonly size?: number
}

/** Stars, labels and picks as buttons with names. The star, label or pick that is set is taken away by it. */
export function MarkButtons({ marks: { rating, label, pick }, onMark, size = 17 }: MarkButtonsProps) {
  const intl = useIntl()
  const ratings = Array.from({ length: maxRating }, (_star, at) => at + 1)
  return (
    <div className={classes.controls}>
      <fieldset className={classes.group} aria-label={intl.formatMessage({ id: 'marks.stars' })}>
        {ratings.map((stars) => (
          <MarkButton
            key={stars}
            name={intl.formatMessage({ id: 'marks.rating' }, { rating: stars })}
            keyName={String(stars)}
            isPressed={rating === stars}
            isOn={rating >= stars}
            onClick={() => onMark({ rating: rating === stars ? 0 : stars })}
          >
            {rating >= stars ? <IconStarFilled size={size} /> : <IconStar size={size} stroke={1.7} />}
          </MarkButton>
        ))}
      </fieldset>
      <fieldset className={classes.group} aria-label={intl.formatMessage({ id: 'marks.labels' })}>
        {markLabels.map((one) => (
          <MarkButton
            key={one}
            name={intl.formatMessage({ id: `marks.label.${one}` })}
            keyName={keyOfLabel(one)}
            isPressed={label === one}
            onClick={() => onMark({ label: label === one ? null : one })}
          >
            <span className={classes.dot} data-mark={one} style={{ width: size - 3, height: size - 3 }} />
          </MarkButton>
        ))}
      </fieldset>
      <fieldset className={classes.group} aria-label={intl.formatMessage({ id: 'marks.picks' })}>
        <MarkButton
          name={intl.formatMessage({ id: 'marks.pick' })}
          keyName="P"
          isPressed={pick === 'picked'}
          onClick={() => onMark({ pick: pick === 'picked' ? null : 'picked' })}
        >
          {pick === 'picked' ? <IconFlag2Filled size={size} /> : <IconFlag2 size={size} stroke={1.7} />}
        </MarkButton>
        <MarkButton
          name={intl.formatMessage({ id: 'marks.reject' })}
          keyName="X"
          isPressed={pick === 'rejected'}
          onClick={() => onMark({ pick: pick === 'rejected' ? null : 'rejected' })}
        >
          <IconX size={size + 1} stroke={pick === 'rejected' ? 3 : 1.7} />
        </MarkButton>
      </fieldset>
    </div>
  )
}

function MarkButton({
  name,
  keyName,
  isPressed,
  isOn = isPressed,
  onClick,
  children,
}: {
  readonly name: string
  readonly keyName: string | undefined
  readonly isPressed: boolean
  readonly isOn?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <Tooltip label={keyName === undefined ? name : `${name} (${keyName})`}>
      <button
        type="button"
        className={classes.button}
        aria-label={name}
        aria-pressed={isPressed}
        data-on={isOn || undefined}
        onClick={onClick}
      >
        {children}
      </button>
    </Tooltip>
  )
}
