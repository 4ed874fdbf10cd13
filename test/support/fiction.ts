/** A small invented sample in the released format, as JSON values; tests change what they are about. */
export function inventedSample() {
  return {
    sample_id: 'conv-a',
    conversation: {
      speaker_a: 'Lina',
      speaker_b: 'Bram',
      session_1_date_time: '9:15 am on 3 May, 2022',
      session_1: [
        { speaker: 'Lina', dia_id: 'D1:1', text: 'I planted a pear tree.' },
        {
          speaker: 'Bram',
          dia_id: 'D1:2',
          text: 'Look at my boat!',
          img_url: ['https://images.example/boat.jpg'],
          blip_caption: 'a photo of a small boat',
          query: 'small boat',
        },
      ],
      session_2_date_time: '8:40 pm on 20 May, 2022',
      session_2: [{ speaker: 'Bram', dia_id: 'D2:1', text: ' The boat leaks.\n' }],
    },
    observation: {
      session_1_observation: {
        Bram: [['Bram has a boat.', 'D1:2']],
        Lina: [['Lina planted a pear tree.', ['D1:1']]],
      },
      session_2_observation: { Bram: [["Bram's boat leaks.", 'D2:1']], Lina: [] as unknown[] },
    },
    session_summary: { session_1_summary: 'A tree and a boat.', session_2_summary: 'A leak.' },
    event_summary: {
      events_session_1: { Lina: ['Lina plants a tree'], Bram: [], date: '3 May, 2022' },
    },
    qa: [
      { question: 'What leaks?', answer: 'the boat', evidence: ['D2:1'], category: 4 },
      {
        question: 'What did Bram plant?',
        adversarial_answer: 'a pear tree',
        evidence: ['D1:1'],
        category: 5,
      },
    ],
  };
}
