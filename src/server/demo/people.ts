import { isIdNo, isUniformNo } from '../../domain/identifiers/id-no'
import { type Dice, pick } from './dice'

/** Somebody who pays bills. */
export interface Person {
  readonly name: string
  readonly idNo: string
  readonly mobile: string
  readonly email: string
  readonly zipCode: string
  readonly address: string
}

/** The person whom the sign-in page offers: he lives in the building and is insured, so that one login shows two companies. */
export const wang: Person = {
  name: '王大明',
  idNo: 'A123456789',
  mobile: '0912345678',
  email: 'wangdm@example.com',
  zipCode: '100006',
  address: '臺北市中正區重慶南路一段１２２號',
}

/** Somebody new: a usual name, an id with its check digit, a mobile number of a block used in examples. */
export const somebody = (dice: Dice, no: number): Person => {
  const female = dice(2) === 1
  const street = pick(dice, streets)
  return {
    name: pick(dice, surnames) + pick(dice, female ? femaleNames : maleNames),
    idNo: newIdNo(dice, female),
    mobile: `0900${String(100_000 + no * 137).padStart(6, '0')}`,
    email: `payer${String(no).padStart(3, '0')}@example.com`,
    zipCode: street.zipCode,
    address: `${street.name}${1 + dice(180)}號${2 + dice(11)}樓`,
  }
}

/** The n-th firm with insured employees, by its 統一編號; the numbers are of the block that the demo companies are of. */
export const firm = (n: number): Person => ({
  name: `${firmNames[n % firmNames.length]}${trades[Math.floor(n / firmNames.length) % trades.length]}有限公司`,
  idNo: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((check) => `9000${200 + n}${check}`).find(isUniformNo) ?? '',
  mobile: `0900${String(200_000 + n * 137).padStart(6, '0')}`,
  email: `hr${String(n + 1).padStart(2, '0')}@example.com`,
  zipCode: '235',
  address: `新北市中和區景平路${20 + n * 4}號`,
})

const newIdNo = (dice: Dice, female: boolean): string => {
  const head = `${pick(dice, ['A', 'B', 'D', 'E', 'F', 'H', 'N', 'Q'])}${female ? 2 : 1}${String(dice(10_000_000)).padStart(7, '0')}`
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((check) => `${head}${check}`).find((idNo) => isIdNo(idNo)) ?? head
}

const surnames = [
  '陳',
  '林',
  '黃',
  '張',
  '李',
  '王',
  '吳',
  '劉',
  '蔡',
  '楊',
  '許',
  '鄭',
  '謝',
  '郭',
  '洪',
  '曾',
  '邱',
  '廖',
  '賴',
  '周',
  '徐',
  '蘇',
  '葉',
  '歐陽',
] as const
const femaleNames = ['怡君', '淑芬', '雅婷', '美玲', '佳穎', '詩涵', '宜蓁', '思妤', '欣怡', '麗華', '秀英', '品妍', '芷涵', '惠雯', '郁婷', '靜宜'] as const
const maleNames = ['志明', '俊傑', '建宏', '家豪', '冠宇', '承恩', '宗翰', '柏翰', '文雄', '信宏', '品睿', '宇軒', '國華', '彥廷', '明哲', '銘鴻'] as const

const firmNames = ['示範', '範例', '樣本', '試作', '演練'] as const
const trades = ['科技', '物流', '食品', '營造', '顧問'] as const

const streets = [
  { zipCode: '100006', name: '臺北市中正區重慶南路一段' },
  { zipCode: '106', name: '臺北市大安區和平東路二段' },
  { zipCode: '110', name: '臺北市信義區松仁路' },
  { zipCode: '220', name: '新北市板橋區文化路一段' },
  { zipCode: '235', name: '新北市中和區景平路' },
  { zipCode: '330', name: '桃園市桃園區中正路' },
] as const
