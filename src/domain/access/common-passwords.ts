/**
 * Whether a password is one that guessers try first: a common word with a few digits or signs around it (Welcome2026, p@ssw0rd1),
 * or a walk over the keyboard (1qaz2wsx). The words stand for thousands of listed passwords, since people decorate them all alike.
 */
export const isCommonPassword = (password: string): boolean => {
  const lower = password.toLowerCase()
  return listed.has(lower) || isDecoratedWord(lower) || isKeyboardWalk(lower)
}

/** So many characters around a word make it no harder to guess. */
const decoration = 6

const isDecoratedWord = (password: string): boolean =>
  [password.replace(/^[^a-z]+|[^a-z]+$/g, ''), password.replace(/[^a-z]+$/, '')]
    .filter((core) => password.length - core.length <= decoration)
    .some((core) => spellings(core).some((word) => words.has(word)))

/** Returns a word as it is, and with digits and signs replaced by the letters that they resemble; 1 is an i or an l. */
const spellings = (core: string): readonly string[] => [core, readAs(core, 'i'), readAs(core, 'l')]

const readAs = (core: string, one: 'i' | 'l'): string => core.replace(/[013457@$!]/g, (sign) => ({ ...lookAlikes, '1': one, '!': one })[sign] ?? sign)

const lookAlikes: Readonly<Record<string, string>> = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' }

/** True when pieces of four or more keys that lie in a row make up the password, but for at most two keys at its end. */
const isKeyboardWalk = (password: string): boolean => {
  if (password.length <= 2) return true
  for (let length = password.length; length >= 4; length--) {
    const piece = password.slice(0, length)
    if (ways.some((way) => way.includes(piece)) && isKeyboardWalk(password.slice(length))) return true
  }
  return false
}

const waysForward = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '!qaz@wsx#edc$rfv%tgb^yhn&ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2b3c4d5e6f7g8h9i0j',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2s3d4f5g6h7j8k9l',
  'a1s2d3f4g5h6j7k8l9',
  '1z2x3c4v5b6n7m',
  'z1x2c3v4b5n6m7',
  '12qwaszx12qwaszx',
  '12qw34er56ty78ui',
  '11qq22ww33ee44rr',
  'qweasdzxcrfv',
] as const
const ways: readonly string[] = waysForward.flatMap((way) => [way, [...way].reverse().join('')])

const words: ReadonlySet<string> = new Set(
  `
  password passwort passwd passwords passcode pass pword secret letmein welcome hello login logon signin access open sesame enter changeme change
  newpass mypass default temp temporary initial test testing tester guest user users admin administrator root system manager master super superuser
  service support account accounts bank banking finance payment pay portal money cash dollar gold million company office taiwan taipei kaohsiung
  taichung tainan formosa demo sample qwerty qwertyu qwertyuiop asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qwer qazwsx qweasd
  iloveyou iloveu loveyou lovely love lover forever woaini aini baobei wode nihao xiaoming xiaomei
  wang chen chang zhang huang li lee lin liu wu yang tsai tseng hsu hsieh kuo cheng chiu hung chou yeh chu chiang chung
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter birthday holiday christmas newyear happy
  sunshine rainbow flower flowers butterfly star stars starlight moonlight heaven angel angels princess prince queen king kings lucky
  dragon tiger lion monkey panda bear bears wolf eagle eagles falcon hawk dolphin dolphins penguin chicken turkey bulldog panther phoenix unicorn
  pony horse mustang rabbit kitty kitten puppy doggy tigger pokemon pikachu doraemon mickey minnie snoopy garfield naruto
  football baseball basketball soccer tennis hockey golfer golf swimming hunter hunting fishing ranger rangers warrior warriors yankees lakers
  cowboys raiders arsenal chelsea liverpool barcelona madrid united ronaldo messi jordan lebron kobe
  superman batman spiderman ironman starwars matrix gandalf maverick avenger avengers captain pirate ninja samurai killer shadow ghost vampire
  computer internet network windows google facebook youtube iphone samsung nokia android apple microsoft oracle server
  america american canada england london newyork paris germany japan tokyo korea china hongkong
  freedom liberty success victory winner champion power energy thunder lightning storm diamond crystal silver platinum
  cookie cookies chocolate banana orange cherry peaches pumpkin coffee pepper ginger sugar honey cheese
  purple yellow green black white blue red pink
  michael michelle matthew jessica jennifer jordan daniel david robert richard william charlie charles thomas joseph joshua andrew anthony
  alexander alexandra nicholas nicole jackson jason james john johnny george frank steven stephen patrick brandon justin kevin brian eric
  amanda ashley sarah samantha elizabeth victoria veronica natalie natasha melissa rebecca rachel hannah heather tiffany vanessa jasmine
  christina christine christopher christian martin marina maria mary anna alice amy angela annie betty bobby buster casper chester
  peter paul mark simon sandy sandra susan linda lisa laura nancy helen grace emily emma jenny tina wendy vivian vicky
  player gamer playboy gangster trustno trouble monster awesome perfect special nothing whatever anything something someone nobody
  fuckyou fuckoff asshole bitch sexy pussy hottie
  mercedes ferrari porsche toyota honda yamaha mazda nissan
  apollo jupiter mercury saturn venus galaxy genesis jesus christ blessed faith trinity
  scooter skipper peanut pickle cupcake bubbles buddy bailey baby babygirl friend friends family mother father brother sister
  hammer rocket spider turbo ultra digital cyber hacker hacked
  agent babylon beckham blackie bradley broncos buffalo camaro cameron cantona cartman chicago claudia cricket destiny dilbert dodgers drummer eclipse
  favorite flipper florida formula frankie front gabriel gateway gordon hawaii houston huskers ireland iverson jackass jamesbond johnson justice
  kordell lineage madison marcius marines marino maxwell melanie montana nascar naughty packers paladin pantera passwor patches popcorn private
  sabrina scorpio shaney shannon spartan spencer stanley stewart therock thumper trooper trumpet vikings vincent voyager winston wrinkle zachary
  allison austin cygnusx sasha fuckme usuckballz
  metallica nirvana slipknot beatles blink guitar music dance dancer
  `
    .trim()
    .split(/\s+/),
)

// What else stands high on lists of leaked passwords and keeps every other rule.
const listed: ReadonlySet<string> = new Set(
  `
  rush2112 ncc1701a ncc1701d ncc1701e ncc74656 gn56gn56 8j4ye3uz 1qa2ws3ed 1qa2ws3e nwo4life kcj9wx5n r2d2c3po r2d2c3p0 1x2zkg8w zxasqw12 7ugd5hip2j
  9293709b13 50spanks just4fun vsjasnel12 wg8e3wjf misfit99 mazdarx7 cbr900rr 45m2do5bs andyod22 yamahar1 wp2003wp nokian73 pufunga7782 23skidoo
  mash4077 5wr2i7h8 segblue2 left4dead weare138 1qw23er4 flyers88 nemrac58 fordf150 fordf250 montgom240 69camaro mailcreated5240 polniypizdec0211
  12qw12qw q1q2q3q4 1q2q3q4q a1a2a3a4 1a2a3a4a sk8ordie sevenof9 austin316 sasha_007 xsw21qaz zaq1xsw2 qaz1wsx2
  `
    .trim()
    .split(/\s+/),
)
