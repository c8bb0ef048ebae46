import { Checkbox } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { toggleWithout } from '../../address/browse-address.ts'
import type { ChangeBrowse } from './use-browse.ts'
import { inText } from '../../translations/in-text.ts'
import classes from './facets.module.css'

interface WithoutValueProps {
  readonly field: string
  readonly label: string
  readonly isWithout: boolean
  readonly onChange: ChangeBrowse
  /** Whether Tab reaches it, in a facet whose lines share one tab stop. Default: true. */
  readonly isStop?: boolean
  readonly onFocus?: (id: string) => void
}

/** Its id among the lines of a facet with one tab stop; no value has such an id. */
export const withoutId = '$without'

/** The last line of a facet: assets without a value in its field, for people who complete descriptions. */
export function WithoutValue({
  field,
  label,
  isWithout,
  onChange,
  isStop = true,
  onFocus,
}: WithoutValueProps) {
  const intl = useIntl()
  return (
    <div className={classes.value} data-without>
      <Checkbox
        size="xs"
        checked={isWithout}
        tabIndex={isStop ? 0 : -1}
        onFocus={() => onFocus?.(withoutId)}
        onChange={() => onChange((now) => toggleWithout(now, field))}
        label={
          <span className={classes.name}>
            <FormattedMessage id="browse.group.none" values={{ field: inText(label, intl.locale) }} />
          </span>
        }
        classNames={{ body: classes.checkBody ?? '', labelWrapper: classes.checkLabel ?? '' }}
      />
    </div>
  )
}
