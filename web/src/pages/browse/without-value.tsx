import { Checkbox } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { toggleWithout } from '../../address/browse-address.ts'
import type { FacetProps } from './facet.tsx'
import classes from './facets.module.css'

/** The last line of a facet: what has no value in its field, as who describes assets looks for. */
export function WithoutValue({
  field,
  label,
  isWithout,
  onChange,
}: Pick<FacetProps, 'field' | 'label' | 'isWithout' | 'onChange'>) {
  return (
    <div className={classes.value}>
      <Checkbox
        size="xs"
        checked={isWithout}
        onChange={() => onChange((now) => toggleWithout(now, field))}
        label={
          <span className={classes.name}>
            <FormattedMessage id="browse.group.none" values={{ field: label }} />
          </span>
        }
        classNames={{ body: classes.checkBody ?? '', labelWrapper: classes.checkLabel ?? '' }}
      />
    </div>
  )
}
