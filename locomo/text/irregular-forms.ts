/** Base form, then the inflected forms that no suffix rule leads back to it. */
const families = `
become became
begin began begun
bite bit bitten
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
deal dealt
dig dug
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
fly flew flown
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone goes
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
know knew known
lead led
leave left
lend lent
lie lay lain lying
lose lost
make made
mean meant
meet met
pay paid
ride rode ridden
ring rang rung
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shine shone
shoot shot
show shown
sing sang sung
sink sank sunk
sit sat
sleep slept
speak spoke spoken
spend spent
stand stood
steal stole stolen
stick stuck
strike struck
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
weave wove woven
win won
write wrote written
child children kid kids
person people
man men
woman women
foot feet
tooth teeth
mouse mice
wife wives
life lives
knife knives
leaf leaves
shelf shelves
good better best
bad worse worst
mother mom mum mommy
father dad daddy
grandmother grandma granny
grandfather grandpa
`;

/** From an irregular English form, in lower case, to the word it belongs to. */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  families
    .trim()
    .split('\n')
    .flatMap((family) => {
      const [base = '', ...forms] = family.split(' ');
      return forms.map((form): [string, string] => [form, base]);
    }),
);
