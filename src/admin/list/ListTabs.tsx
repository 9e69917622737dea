import { Box, Tab, Tabs } from '@mui/material'
import { useListContext } from 'react-admin'
import { countText } from '../../browser/format'
import type { Resource } from '../../schema/language/resource'
import { visuallyHidden } from '../components/visually-hidden'
import { chosenTab, filtersOnTab, useTabCounts } from './tabs'

/** Renders the tabs of a list, each with the number of its records. A tab without records can be chosen, too. */
export const ListTabs = ({ resource, panelId }: { resource: Resource; panelId: string }) => {
  const { filterValues, setFilters } = useListContext()
  const { counts } = useTabCounts(resource)
  const chosen = chosenTab(resource, filterValues)
  const choose = (index: number) => {
    const tab = resource.list.tabs[index]
    if (tab) setFilters(filtersOnTab(resource, filterValues, tab), undefined, false)
  }
  return (
    <Tabs
      value={chosen < 0 ? false : chosen}
      onChange={(_, index: number) => choose(index)}
      variant="scrollable"
      allowScrollButtonsMobile
      aria-label={`${resource.label}的分頁`}
      sx={{ borderBottom: 1, borderColor: 'divider', minHeight: 48, displayPrint: 'none' }}
    >
      {resource.list.tabs.map(({ label }, index) => {
        const count = counts?.[index]?.Count
        return (
          <Tab
            key={label}
            id={`list-tab-${index}`}
            aria-controls={panelId}
            label={<TabLabel label={label} count={count} unit={resource.unit} />}
            sx={{ minWidth: 72, color: count === 0 ? 'text.secondary' : 'text.primary' }}
          />
        )
      })}
    </Tabs>
  )
}

const TabLabel = ({ label, count, unit }: { label: string; count: number | undefined; unit: string }) => (
  <span>
    {label}
    {count !== undefined && (
      <Box component="span" sx={{ ml: 0.75, fontVariantNumeric: 'tabular-nums', fontWeight: 400 }}>
        {countText(count)}
        <span style={visuallyHidden}> {unit}</span>
      </Box>
    )}
  </span>
)
