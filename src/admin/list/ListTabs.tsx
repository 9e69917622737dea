import { Box } from '@mui/material'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useListContext } from 'react-admin'
import { countText } from '../../browser/format'
import type { ListTab, Resource } from '../../schema/language/resource'
import { visuallyHidden } from '../components/visually-hidden'
import { chosenTab, filtersOnTab, useTabCounts } from './tabs'

/**
 * Renders the tabs of a list, each with the number of its records. A tab without records can be chosen, too.
 * The arrow keys, Home and End move the focus; the tab with the focus is chosen with Enter.
 * Tabs that are wider than the page scroll.
 */
export const ListTabs = ({ resource, panelId }: { resource: Resource; panelId: string }) => {
  const { filterValues, setFilters } = useListContext()
  const { counts } = useTabCounts(resource)
  const chosen = chosenTab(resource, filterValues)
  const rowRef = useChosenInView(chosen)
  const choose = (tab: ListTab) => setFilters(filtersOnTab(resource, filterValues, tab), undefined, false)
  return (
    <Box ref={rowRef} role="tablist" aria-label={`${resource.label}的分頁`} onKeyDown={moveFocus} sx={rowStyles}>
      {resource.list.tabs.map((tab, index) => {
        const { Count: count, IsMinimum: isMinimum = false } = counts?.[index] ?? {}
        return (
          <button
            key={tab.label}
            type="button"
            role="tab"
            id={`list-tab-${index}`}
            aria-controls={panelId}
            aria-selected={index === chosen}
            // The keyboard reaches the chosen tab, or the first one.
            tabIndex={index === Math.max(chosen, 0) ? 0 : -1}
            className={count === 0 && !isMinimum ? 'empty' : undefined}
            onClick={() => choose(tab)}
          >
            {tab.label}
            {/* That none of the counted records is on the tab says nothing about the others. */}
            {count !== undefined && !(count === 0 && isMinimum) && (
              <TabCount count={count} isMinimum={isMinimum} unit={resource.unit} />
            )}
          </button>
        )
      })}
    </Box>
  )
}

const TabCount = ({ count, isMinimum, unit }: { count: number; isMinimum: boolean; unit: string }) => (
  <span className="count">
    {countText(count)}
    {isMinimum && '+'}
    <span style={visuallyHidden}>
      {' '}
      {unit}
      {isMinimum && '以上'}
    </span>
  </span>
)

/** Returns the ref of the row of tabs, which scrolls so that the chosen tab is in the middle. */
const useChosenInView = (chosen: number) => {
  const rowRef = useRef<HTMLDivElement>(null)
  // After the browser has laid the page out; a layout effect would make it do so a second time.
  useEffect(() => {
    const row = rowRef.current
    const tab = row?.children[chosen]
    if (row && tab instanceof HTMLElement) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [chosen])
  return rowRef
}

/** Moves the focus from tab to tab; after the last one comes the first. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const index = tabs.findIndex((tab) => tab.matches(':focus'))
  const target = { ArrowLeft: index - 1, ArrowRight: (index + 1) % tabs.length, Home: 0, End: -1 }[event.key]
  if (target === undefined) return
  event.preventDefault()
  tabs.at(target)?.focus()
}

const rowStyles = {
  position: 'relative',
  display: 'flex',
  flexShrink: 0,
  overflowX: 'auto',
  scrollbarWidth: 'thin',
  borderBottom: 1,
  borderColor: 'divider',
  displayPrint: 'none',
  '& > button': {
    flexShrink: 0,
    minWidth: 72,
    minHeight: 39,
    px: 2,
    py: 1,
    border: 0,
    background: 'none',
    color: 'text.primary',
    typography: 'button',
    lineHeight: 1.25,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    // The row would cut off an outline around a tab.
    '&:focus-visible': { outlineOffset: '-3px' },
    '@media (pointer: coarse)': { minHeight: 44 },
  },
  '& > .empty': { color: 'text.secondary' },
  '& > [aria-selected="true"]': { color: 'primary.main', boxShadow: 'inset 0 -2px var(--primary)' },
  '& .count': { ml: 0.75, fontVariantNumeric: 'tabular-nums', fontWeight: 400 },
}
