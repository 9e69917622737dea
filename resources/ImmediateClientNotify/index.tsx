import { defineScreens, lazyComponent } from '../../src/admin'
import { SignedAmountCell } from '../TLDetail/SignedAmountCell'

export default defineScreens({
  Cells: { Amount: SignedAmountCell },
  ShowExtra: lazyComponent(async () => (await import('./PushDelivery')).PushDelivery),
})
