/** The places of the benchmark's phones: large cities first, as most phones are there. */
const cities = [
  'Dhaka, Chattogram, Kolkata, Mumbai, Delhi, Lagos, London, Berlin, Manila, Jakarta, Karachi, Lahore, Cairo, Istanbul',
  'São Paulo, Mexico City, Nairobi, Madrid, Paris, Rome, New York, Los Angeles, Chicago, Toronto, Sydney, Bangalore',
  'Chennai, Hyderabad, Pune, Sylhet, Khulna, Rajshahi, Barishal, Rangpur, Mymensingh, Comilla, Gazipur, Narayanganj',
  'Cox’s Bazar, Jashore, Bogura, Dinajpur, Tangail, Feni, Pabna, Kushtia, Faridpur, Noakhali, Brahmanbaria, Savar',
  'Hamburg, München, Köln, Frankfurt, Stuttgart, Düsseldorf, Leipzig, Dresden, Bremen, Hannover, Nürnberg, Bonn',
  'Wien, Graz, Zürich, Genève, Basel, Lisbon, Porto, Barcelona, Valencia, Sevilla, Málaga, Bilbao, Milano, Napoli',
  'Torino, Bologna, Firenze, Lyon, Marseille, Lille, Nantes, Bordeaux, Toulouse, Amsterdam, Rotterdam, Utrecht',
  'Brussels, Antwerp, Ghent, Copenhagen, Aarhus, Stockholm, Göteborg, Malmö, Oslo, Bergen, Helsinki, Tampere',
  'Warsaw, Kraków, Gdańsk, Wrocław, Prague, Brno, Budapest, Bucharest, Sofia, Athens, Belgrade, Zagreb, Ljubljana',
  'Dublin, Cork, Manchester, Birmingham, Leeds, Glasgow, Edinburgh, Liverpool, Bristol, Cardiff, Belfast, Sheffield',
  'Boston, Philadelphia, Houston, Dallas, Austin, Seattle, Portland, Denver, Phoenix, San Diego, San Francisco, Miami',
  'Atlanta, Montreal, Vancouver, Calgary, Ottawa, Guadalajara, Monterrey, Bogotá, Medellín, Lima, Santiago, Quito',
  'Buenos Aires, Córdoba, Rosario, Montevideo, Rio de Janeiro, Brasília, Salvador, Recife, Curitiba, Accra, Abuja',
  'Kano, Ibadan, Dakar, Abidjan, Kampala, Kigali, Addis Ababa, Mombasa, Cape Town, Durban, Johannesburg, Casablanca',
  'Rabat, Tunis, Algiers, Amman, Beirut, Dubai, Doha, Muscat, Riyadh, Jeddah, Ankara, İzmir, Kathmandu, Colombo',
  'Bangkok, Hanoi, Kuala Lumpur, Singapore, Cebu, Davao, Surabaya, Bandung, Medan, Taipei, Seoul, Busan, Tokyo, Osaka',
];

export const places = cities.flatMap((line) => line.split(', '));
