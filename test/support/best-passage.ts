import type { ReadRequest } from '../../models/reader.ts';

/** A question with one passage. */
export const bestPassage: ReadRequest = {
  question: 'Where does Ines keep her bees?',
  speakers: ['Ines', 'Tomas'],
  passages: [
    {
      id: 'O1:1',
      text: 'Ines keeps her bees behind the school.',
      session: 1,
      dateTime: '9:00 am on 3 May, 2024',
      speaker: 'Ines',
      evidenceIds: ['D1:1'],
      turnIds: ['D1:1'],
      score: 1,
    },
  ],
  wantsDate: false,
  options: null,
};
