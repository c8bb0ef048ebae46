import { Button, Drawer } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Section } from './sections.ts'
import { useCurrentInView } from './use-current-in-view.ts'
import classes from './administration.module.css'

interface SectionLinksProps {
  /** Those that the person may enter, groups together. */
  readonly sections: readonly Section[]
  readonly current: Section
}

/** The way to the sections: a list at the left; where there is little room, a drawer behind a button. */
export function SectionLinks({ sections, current }: SectionLinksProps) {
  const intl = useIntl()
  const [isOpen, drawer] = useDisclosure(false)
  const isWide = useMediaQuery('(min-width: 80em)', true, { getInitialValueInEffect: false })
  if (sections.length < 2) return null
  if (isWide) return <SectionList sections={sections} current={current} />
  const label = intl.formatMessage({ id: current.label })
  return (
    <div className={classes.sectionBar}>
      <Button
        variant="default"
        leftSection={<current.icon size={17} stroke={1.6} aria-hidden />}
        rightSection={<IconChevronDown size={16} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        aria-label={intl.formatMessage({ id: 'administration.sections.open' }, { name: label })}
        onClick={drawer.open}
      >
        {label}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={drawer.close}
        size={300}
        title={<FormattedMessage id="nav.administration" />}
      >
        <SectionList sections={sections} current={current} onFollow={drawer.close} />
      </Drawer>
    </div>
  )
}

function SectionList({
  sections,
  current,
  onFollow,
}: SectionLinksProps & { readonly onFollow?: () => void }) {
  const intl = useIntl()
  const list = useCurrentInView(current.name)
  const groups = [...new Set(sections.map(({ group }) => group))]
  return (
    <nav
      ref={list}
      className={classes.sections}
      aria-label={intl.formatMessage({ id: 'administration.sections' })}
    >
      {groups.map((group) => (
        <SectionGroup
          key={group}
          group={group}
          sections={sections.filter((section) => section.group === group)}
          current={current}
          onFollow={onFollow}
        />
      ))}
    </nav>
  )
}

interface SectionGroupProps extends SectionLinksProps, Pick<Section, 'group'> {
  readonly onFollow: (() => void) | undefined
}

function SectionGroup({ group, sections, current, onFollow }: SectionGroupProps) {
  const id = useId()
  return (
    <>
      <div id={id} className={classes.sectionGroup}>
        <FormattedMessage id={`administration.group.${group}`} />
      </div>
      <ul aria-labelledby={id}>
        {sections.map(({ name, label, icon: Icon, badge: Waiting }) => (
          <li key={name}>
            <Link
              to="/administration"
              search={{ section: name }}
              className={classes.section}
              data-current={name === current.name || undefined}
              aria-current={name === current.name ? 'page' : undefined}
              // A drawer opens with the focus there.
              data-autofocus={name === current.name || undefined}
              onClick={onFollow}
            >
              <Icon size={17} stroke={1.6} aria-hidden />
              <FormattedMessage id={label} />
              {Waiting && <Waiting />}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
